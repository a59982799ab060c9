import { readFileSync } from 'node:fs';
import { InputError } from '../../strands/input-error.ts';
import type { Place } from './place.ts';

/**
 * A place in a bucket that speaks S3. Requests are signed by aws4fetch, which is all that is wanted of a client here: five requests,
 * without a library of a hundred times its size. A bucket shows an object when all of it has arrived, so a put is a draft and a rename in one.
 */

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const TRIES = 5;

export async function openBucket(name: string, environment: NodeJS.ProcessEnv): Promise<Place> {
  const [, bucket, folder] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*?))?\/*$/i.exec(name) ?? [];
  if (bucket === undefined)
    throw new InputError('farm/bucket', `${withoutKeys(name)} is no bucket: write s3://BUCKET or s3://BUCKET/FOLDER`);
  const region = environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || 'us-east-1';
  const endpoint =
    environment['AWS_ENDPOINT_URL_S3'] || environment['AWS_ENDPOINT_URL'] || `https://s3.${region}.amazonaws.com`;
  const keys = keysOf(environment, bucket);
  const { AwsClient } = await signer();
  const client = new AwsClient({ ...keys, service: 's3', region, retries: TRIES });
  return new Bucket(
    `s3://${bucket}${folder ? `/${folder}` : ''}`,
    `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    folder ? `${folder}/` : '',
    (url, init) => client.fetch(url, init),
  );
}

/** Whoever puts keys into the address is not shown them again. */
const withoutKeys = (name: string): string => name.replace(/\/\/[^/@]*@/, '//…@');

function keysOf(environment: NodeJS.ProcessEnv, bucket: string): Keys {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  if (!accessKeyId || !secretAccessKey)
    throw new InputError(
      'farm/keys',
      `The bucket ${bucket} asks for keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`,
    );
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

async function signer(): Promise<typeof import('aws4fetch')> {
  try {
    return await import('aws4fetch');
  } catch {
    throw new InputError(
      'farm/package',
      'Buckets take the package aws4fetch: run npm install aws4fetch, and try again',
    );
  }
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

class Bucket implements Place {
  readonly name: string;
  private readonly url: string;
  private readonly folder: string;
  private readonly fetch: Fetch;

  constructor(name: string, url: string, folder: string, fetch: Fetch) {
    this.name = name;
    this.url = url;
    this.folder = folder;
    this.fetch = fetch;
  }

  async get(name: string): Promise<Uint8Array | null> {
    const answer = await this.ask(name);
    return answer && new Uint8Array(await answer.arrayBuffer());
  }

  async has(name: string): Promise<boolean> {
    return (await this.ask(name, { method: 'HEAD' })) !== null;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const answer = await this.ask(name, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> });
    if (!answer) throw new InputError('farm/bucket', `${this.name}: there is no such bucket`);
  }

  async putFile(name: string, path: string): Promise<void> {
    await this.put(name, readFileSync(path));
  }

  async list(folder: string): Promise<string[]> {
    const prefix = `${this.folder}${folder}${folder === '' ? '' : '/'}`;
    const names: string[] = [];
    for (let token = ''; ; ) {
      const asked = new URLSearchParams({
        'list-type': '2',
        prefix,
        ...(token ? { 'continuation-token': token } : {}),
      });
      const answer = await this.send(`${this.url}?${asked}`);
      const text = answer ? await answer.text() : '';
      for (const [, key] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(plain(key!).slice(prefix.length));
      token = plain(/<NextContinuationToken>([^<]*)</.exec(text)?.[1] ?? '');
      if (token === '') break;
    }
    return names.filter((name) => !name.includes('/')).sort();
  }

  async remove(name: string): Promise<void> {
    await this.ask(name, { method: 'DELETE' });
  }

  private ask(name: string, init?: RequestInit): Promise<Response | null> {
    const path = `${this.folder}${name}`.split('/').map(encodeURIComponent).join('/');
    return this.send(`${this.url}/${path}`, init);
  }

  /** null where there is nothing of that name. */
  private async send(url: string, init?: RequestInit): Promise<Response | null> {
    let answer: Response;
    try {
      answer = await this.fetch(url, init);
    } catch (error) {
      const { host } = new URL(url);
      const why = (error as Error & { cause?: NodeJS.ErrnoException }).cause?.code ?? (error as Error).message;
      throw new InputError('farm/bucket', `${this.name}: ${host} cannot be reached (${why})`);
    }
    if (answer.ok) return answer;
    const text = init?.method === 'HEAD' ? '' : await answer.text();
    if (answer.status === 404) return null;
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
    throw new InputError(
      'farm/bucket',
      `${this.name}: the bucket answered ${answer.status}${code ? ` (${code})` : ''}${answer.status === 403 ? ': the keys in the environment may not do this there' : ''}`,
    );
  }
}

/** XML writes these characters otherwise. */
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
