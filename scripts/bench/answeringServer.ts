// A service that answers every request alike, in a process of its own: its work is not counted as the client's.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

const answer = JSON.stringify({
  success: 1,
  new_user_group: false,
  user_group: {
    team_id: 1042,
    token: 'token-of-the-group-0123456789abcdef',
    name: 'Acme Corporation',
    provided_id: 'acme',
    properties: { region: 'eu-west', tier: 'gold', seats: 250 },
    api_environment_tag: 'Testing',
  },
});

export interface AnsweringServer {
  readonly url: string;
  /** How many were opened to it so far. */
  connections(): Promise<number>;
  close(): void;
}

/**
 * With a delay, in milliseconds, it makes each group that it is asked for, with a token of its own, and answers after
 * that long.
 */
export async function startAnsweringServer(delayMs?: number): Promise<AnsweringServer> {
  const child = fork(import.meta.filename, delayMs === undefined ? [] : [String(delayMs)]);
  const port = await nextNumber(child);
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => {
      child.send('connections?');
      return nextNumber(child);
    },
    close: () => {
      child.disconnect();
    },
  };
}

async function nextNumber(child: ChildProcess): Promise<number> {
  const [message] = (await once(child, 'message')) as [number];
  return message;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let opened = 0;
  const delayMs = process.argv[2];
  let groups = 0;
  const makeGroup = (request: IncomingMessage, response: ServerResponse): void => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        body += chunk;
      })
      .once('end', () => {
        const { user_group_id: id, name, properties } = JSON.parse(body) as Record<string, unknown>;
        groups += 1;
        const made = JSON.stringify({
          success: 1,
          new_user_group: true,
          user_group: { team_id: groups, token: `token-${groups}-0123456789abcdef`, name, provided_id: id, properties },
        });
        setTimeout(() => {
          response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(made) })
            .end(made);
        }, Number(delayMs));
      });
  };
  const server = createServer((request, response) => {
    if (delayMs !== undefined) {
      makeGroup(request, response);
      return;
    }
    request.resume().once('end', () => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
        .end(answer);
    });
  });
  server.on('connection', () => {
    opened += 1;
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => process.send?.(opened));
  process.once('disconnect', () => {
    process.exit();
  });
}
