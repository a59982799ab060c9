import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';

/** A small S3: one bucket in memory, which answers only what is signed with its keys (AWS Signature Version 4, as Amazon describes it). */

export const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const REGION = 'eu-central-1';

const hex = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const header = request.headers['authorization'] ?? '';
  const [, key, date, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      header,
    ) ?? [];
  if (key !== KEYS.accessKeyId || region !== REGION) return false;
  const url = new URL(request.url!, 'http://host');
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const sent = String(request.headers['x-amz-content-sha256']);
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== hex(body)) return false;
  const headers = names!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, path, query, headers.join(''), names, sent].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hex(canonical)].join('\n');
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${KEYS.secretAccessKey}`, date!), region!));
  return hmac(signing, text).toString('hex') === signature;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export interface TestBucket {
  readonly objects: Map<string, Buffer>;
  /** Requests so far, by method. */
  readonly asked: string[];
  /** What the environment of a worker holds. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

/** Names come in pages of so many. */
const PAGE = 3;

export async function openTestBucket(bucket: string): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const server: Server = createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    asked.push(request.method!);
    const say = (status: number, text: string | Buffer = ''): void => void answer.writeHead(status).end(text);
    if (!isSigned(request, body)) return say(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const url = new URL(request.url!, 'http://host');
    const [, named, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (named !== bucket) return say(404, '<Error><Code>NoSuchBucket</Code></Error>');
    const key = rest.join('/');
    if (key === '' && request.method === 'GET') {
      const prefix = url.searchParams.get('prefix') ?? '';
      const after = url.searchParams.get('continuation-token') ?? '';
      const keys = [...objects.keys()].filter((one) => one.startsWith(prefix) && one > after).sort();
      const page = keys.slice(0, PAGE);
      const next = keys.length > PAGE ? `<NextContinuationToken>${escaped(page.at(-1)!)}</NextContinuationToken>` : '';
      const contents = page.map((one) => `<Contents><Key>${escaped(one)}</Key></Contents>`).join('');
      return say(200, `<ListBucketResult>${contents}${next}</ListBucketResult>`);
    }
    if (request.method === 'PUT') objects.set(key, body);
    else if (request.method === 'DELETE') objects.delete(key);
    else if (!objects.has(key)) return say(404, '<Error><Code>NoSuchKey</Code></Error>');
    return say(200, request.method === 'GET' ? objects.get(key)! : '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    objects,
    asked,
    environment: {
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
