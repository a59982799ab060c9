import { MEETINGS, sameInThreads, THREADS } from './same-in-threads.fixture.ts';

sameInThreads(MEETINGS.map((meeting) => [meeting, THREADS]));
