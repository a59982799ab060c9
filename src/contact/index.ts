export { BodyObstacles, type Obstacle } from './obstacles.ts';
