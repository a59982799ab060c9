import { describe, expect, it } from 'vitest';
import { redisAddress } from './address.ts';

describe('the address of Redis', () => {
  it('comes from the command line, else from the environment; without either there is no farm', () => {
    const environment = { PELAGE_REDIS: 'rediss://me:s%2Fcret@farm:6380/3' };
    expect(redisAddress(undefined, {})).toBeNull();
    expect(redisAddress(undefined, environment)).toEqual({
      options: { host: 'farm', port: 6380, db: 3, username: 'me', password: 's/cret', tls: {} },
      shown: 'farm:6380/3',
    });
    expect(redisAddress('redis://[::1]', environment)).toEqual({
      options: { host: '::1', port: 6379, db: 0 },
      shown: '[::1]:6379',
    });
  });

  it('is refused in words that hold no password', () => {
    expect(() => redisAddress('redis://:secret@farm', {})).toThrow(
      /put the address into the environment as PELAGE_REDIS/,
    );
    for (const wrong of ['http://:secret@farm', 'redis://:secret@farm/x', 'secret'])
      expect(() => redisAddress(undefined, { PELAGE_REDIS: wrong })).toThrow(
        'PELAGE_REDIS must be an address such as redis://HOST:6379 or rediss://HOST:6379/2',
      );
  });
});
