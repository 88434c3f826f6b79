// Runs the sandbox alone, for trying a client against it by hand.

import { parseArgs } from 'node:util';
import { foreignText } from '../src/core/foreignText.ts';
import type { SandboxExchange } from '../src/sandbox/exchange.ts';
import { faults, isFault, type Fault } from '../src/sandbox/faults.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../src/sandbox/sandbox.ts';

const USAGE = `Usage: node scripts/sandbox.ts [options]

  --port N             listen on this port of 127.0.0.1 (default: any free one)
  --database FILE      keep the groups in this file (default: in memory)
  --environment NAME   Testing (default) or Customer
  --samples            put the sample groups in when there are none yet
  --fault NAME         misbehave at every request
  --seconds N          how late slow answers, and what the 503s ask to wait (default: 1)
  --help               show this

Faults:
${Object.entries(faults)
  .map(([name, { about }]) => `  ${name.padEnd(24)}${about}`)
  .join('\n')}
`;

type Wanted = SandboxOptions & { readonly fault: Fault | undefined; readonly seconds: number };

/** `undefined` when only help is wanted. @throws Error that says which argument is wrong. */
function wantedFrom(args: string[]): Wanted | undefined {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '0' },
      database: { type: 'string', default: ':memory:' },
      environment: { type: 'string', default: 'Testing' },
      samples: { type: 'boolean', default: false },
      fault: { type: 'string' },
      seconds: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { environment, fault } = values;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`"${values.port}" is no port.`);
  const seconds = Number(values.seconds);
  if (!(seconds >= 0)) throw new Error(`"${values.seconds}" is no number of seconds.`);
  if (environment !== 'Testing' && environment !== 'Customer')
    throw new Error('The environment is Testing or Customer.');
  if (fault !== undefined && !isFault(fault)) throw new Error(`There is no fault "${fault}"; --help lists them.`);
  return { port, environment, fault, seconds, databasePath: values.database, withSamples: values.samples };
}

function introduction({ baseUrl, apiToken }: Sandbox): string {
  return `Sandbox running.

  Base URL    ${baseUrl}
  API token   ${apiToken}

Try it:
  curl -X GET ${baseUrl}/api/user -H 'Authorization: Token ${apiToken}' -H 'Content-Type: application/json' \\
    -d '{"user_group_id":"acme-eu","name":"Acme Europe"}'

Ctrl+C ends it.
`;
}

function requestLine({ method, path, status, fault, requestBody }: SandboxExchange): string {
  return [method, foreignText(path, 60), status ?? 'no answer', fault ?? '', foreignText(requestBody, 100)]
    .filter((part) => part !== '')
    .join('  ');
}

async function run(): Promise<void> {
  const wanted = wantedFrom(process.argv.slice(2));
  if (wanted === undefined) {
    console.log(USAGE);
    return;
  }
  const sandbox = await startSandbox({ ...wanted, onExchange: (exchange) => console.log(requestLine(exchange)) });
  sandbox.misbehave(wanted.fault, { seconds: wanted.seconds });
  const end = (): void => {
    void sandbox.close().then(() => console.log('Sandbox ended.'));
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  console.log(introduction(sandbox));
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
