// A service that lists so many groups, in pages and all at once, in a process of its own.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

/** Pages as the built-in `customer` has them, and all at once under this path, as `groups`. */
export const WHOLE_PATH = '/whole/';

export interface ListingServer {
  readonly url: string;
  close(): void;
}

export async function startListingServer(groups: number): Promise<ListingServer> {
  const child = fork(import.meta.filename, [String(groups)]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      child.disconnect();
    },
  };
}

function groupText(number: number): string {
  return JSON.stringify({
    team_id: number,
    token: `token-${number}-0123456789abcdef0123456789abcdef`,
    name: `Acme Corporation, branch ${number}`,
    provided_id: `acme-corp-${number}`,
    parent_schema_datasource_mapping: { schema_main: `source_${number}`, schema_archive: `archive_${number}` },
    properties: { region: `eu-${number % 7}`, tier: 'gold', seats: number % 500 },
    emails: [],
    group_tags: [],
    is_demo_group: false,
    access_group: 'Production',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const groups = Array.from({ length: Number(process.argv[2]) }, (_, number) => groupText(number));
  const answerTo = ({ pathname, searchParams }: URL): string => {
    if (pathname === WHOLE_PATH) return `{"groups":[${groups.join(',')}]}`;
    const size = Number(searchParams.get('pageSize'));
    const from = (Number(searchParams.get('page')) - 1) * size;
    return `{"total_count":${groups.length},"results":{"customers":[${groups.slice(from, from + size).join(',')}]}}`;
  };
  const server = createServer((request, response) => {
    const body = answerTo(new URL(request.url ?? '/', 'http://127.0.0.1'));
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => {
    process.exit();
  });
}
