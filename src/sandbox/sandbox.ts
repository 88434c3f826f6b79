// The local sandbox: a stand-in for the remote service, written from the interface document alone. Beside it, and for
// the same groups, it plays the family's present API (sandboxApis.ts), written from that one's public facts.
//
// Where these say "not shown", these are the sandbox's own choices and no fact about the service:
// - Get-or-create and update need `user_group_id` (not empty); what update leaves out keeps
//   its stored value. A top-level field that is unknown, of another type or there twice is refused.
// - Successes are 200. Refusals are 4xx with `success: 0` and a `detail`; a wrong API token is 401 with `detail` alone.
// - `name` and `properties` are absent from answers for a group that never got any.
// - The token that a rotation replaced is dead at once.
// - A customer's parent must exist; what a parent adds to mapping and properties stands before the customer's own. Its
//   children follow its new ID. Pages have at most 100 customers, in the order of their creation.
// - Bodies are at most 1 MB, groups at most 200,000; there is no rate limit.
//
// It listens on 127.0.0.1 only, and its database holds group tokens readable: they open nothing but the sandbox.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Environment } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import type { RunningSandbox } from '../core/ports/runningSandbox.ts';
import { Redactor } from '../core/redactor.ts';
import { refusalFrom, wireAnswer, type Answer, type Success, type TextAnswer, type WireAnswer } from './answer.ts';
import { deliver, delivered, type Delivery } from './delivery.ts';
import { admit } from './authentication.ts';
import { masked, type SandboxExchange } from './exchange.ts';
import { FaultPlan, type ActiveFault, type FaultOptions } from './faultPlan.ts';
import { behaviourOf, type Fault, type FaultBehaviour } from './faults.ts';
import { GroupStore, type GroupRow } from './groupStore.ts';
import { USER_GROUPS } from './sandboxApis.ts';
import { perform, type Routed } from './serveOperation.ts';
import { readBytes } from './receivedBody.ts';

export interface SandboxOptions {
  /** A file, which several sandboxes may share, or `:memory:`. */
  readonly databasePath: string;
  /** A random one when absent. */
  readonly apiToken?: string | undefined;
  /** 0, any free one, when absent. */
  readonly port?: number | undefined;
  /** `Testing` when absent. */
  readonly environment?: Environment | undefined;
  /** Puts the sample groups in when it has no groups yet. */
  readonly withSamples?: boolean | undefined;
  readonly onExchange?: ((exchange: SandboxExchange) => void) | undefined;
}

/** A group as the sandbox holds it. */
export interface StoredGroup {
  readonly teamId: number;
  readonly environment: Environment;
  readonly userGroupId: string;
  readonly token: string;
  /** Absent when none ever came. */
  readonly name?: string | undefined;
  /** JSON text as it came; absent when none ever came. */
  readonly mapping?: string | undefined;
  /** JSON text as it came; absent when none ever came. */
  readonly properties?: string | undefined;
}

export interface Sandbox extends RunningSandbox {
  /** From now on requests that pass the door meet this fault; `undefined` ends it. */
  misbehave(fault: Fault | undefined, options?: FaultOptions): void;
  /** In the order of their creation, tokens included: for tests to compare with. */
  groups(): StoredGroup[];
  group(userGroupId: string): StoredGroup | undefined;
}

/** @throws UserGroupsError `unavailable` when the database cannot be used or the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = new GroupStore(options.databasePath, options.environment ?? 'Testing');
  try {
    if (options.withSamples === true && store.all().length === 0) {
      const { sampleBodies } = await import('./sampleBodies.ts');
      const asked: Routed = { api: USER_GROUPS, operation: 'getOrCreate', query: new URLSearchParams() };
      for (const body of sampleBodies) perform(asked, store, Buffer.from(body));
    }
    return await SandboxServer.listening(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

interface Authorized {
  readonly asked: Routed;
  readonly bytes: Buffer;
  readonly fault: ActiveFault | undefined;
}

class SandboxServer implements Sandbox {
  readonly apiToken: string;
  readonly #redactor = new Redactor();
  readonly #store: GroupStore;
  readonly #onExchange: SandboxOptions['onExchange'];
  readonly #faults = new FaultPlan();
  readonly #server: Server;
  readonly #connections = new WeakMap<IncomingMessage['socket'], number>();
  #port = 0;
  #closing: Promise<void> | undefined;

  static async listening(store: GroupStore, options: SandboxOptions): Promise<Sandbox> {
    const sandbox = new SandboxServer(store, options);
    await sandbox.#listen(options.port ?? 0);
    return sandbox;
  }

  private constructor(store: GroupStore, { apiToken, onExchange }: SandboxOptions) {
    this.apiToken = apiToken ?? randomBytes(24).toString('hex');
    this.#redactor.add(this.apiToken);
    this.#store = store;
    this.#onExchange = onExchange;
    this.#server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) => {
      void this.#handle(request, response);
    });
    let opened = 0;
    this.#server.on('connection', (socket: IncomingMessage['socket']) => this.#connections.set(socket, (opened += 1)));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  misbehave(fault: Fault | undefined, options: FaultOptions = {}): void {
    this.#faults.set(fault, options);
  }

  groups(): StoredGroup[] {
    return this.#store.all().map(fromRow);
  }

  group(userGroupId: string): StoredGroup | undefined {
    const row = this.#store.get(JSON.stringify(userGroupId));
    return row && fromRow(row);
  }

  close(): Promise<void> {
    this.#closing ??= new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    }).then(() => this.#store.close());
    return this.#closing;
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error) =>
        reject(
          new UserGroupsError(
            'unavailable',
            `The sandbox cannot listen on port ${port} (${foreignText(error.message)}).`,
            'Choose another port, or 0 for any free one.',
            { cause: error },
          ),
        ),
      );
      this.#server.listen(port, '127.0.0.1', () => {
        const address = this.#server.address();
        this.#port = typeof address === 'object' && address !== null ? address.port : port;
        resolve();
      });
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let asked: Routed;
    try {
      asked = admit(request, this.#port, this.apiToken);
    } catch (error) {
      const answer = wireAnswer(refusalFrom(error), USER_GROUPS.object);
      this.#report(request, { requestBody: '', status: answer.status, answerBody: answer.body });
      deliver(response, answer, 'whole', 0);
      return;
    }
    const { operation } = asked;
    const fault = this.#faults.consume(operation);
    if (fault !== undefined && behaviourOf(fault.name).resetsWhileSending === true) {
      this.#report(request, { operation, requestBody: '', fault: fault.name });
      request.socket.resetAndDestroy();
      return;
    }
    // A client that went away in the middle is nobody's failure.
    const bytes = await readBytes(request).catch(() => undefined);
    if (bytes === undefined || response.destroyed) return;
    this.#answer(request, response, { asked, bytes, fault });
  }

  #answer(request: IncomingMessage, response: ServerResponse, { asked, bytes, fault }: Authorized): void {
    const delivery: Delivery = (fault && behaviourOf(fault.name).delivery) ?? 'whole';
    const isGet = request.method === 'GET';
    const url = this.baseUrl + (request.url ?? '');
    const { answer, text } = answered({ asked, bytes, isGet, fault, store: this.#store, url });
    const answerBody = delivered(text, delivery);
    this.#report(request, {
      operation: asked.operation,
      requestBody: bytes.toString(),
      fault: fault?.name,
      status: answerBody === undefined ? undefined : answer.status,
      answerBody,
    });
    deliver(response, answer, delivery, fault?.seconds ?? 0);
  }

  #report(
    request: IncomingMessage,
    exchange: Omit<SandboxExchange, 'connection' | 'method' | 'path' | 'headers'>,
  ): void {
    if (this.#onExchange === undefined) return;
    const { method = '', url: path = '', headers, socket } = request;
    this.#onExchange(
      masked({ connection: this.#connections.get(socket) ?? 0, method, path, headers, ...exchange }, this.#redactor),
    );
  }
}

function fromRow(row: GroupRow): StoredGroup {
  return {
    teamId: row.team_id,
    environment: row.environment,
    userGroupId: String(JSON.parse(row.user_group_id)),
    token: String(JSON.parse(row.token)),
    ...(row.name !== null && { name: String(JSON.parse(row.name)) }),
    mapping: row.mapping ?? undefined,
    properties: row.properties ?? undefined,
  };
}

/** From an admitted request to the answer that goes out, by way of the fault in force. */
interface Arrived {
  readonly asked: Routed;
  readonly bytes: Buffer;
  /** By GET. */
  readonly isGet: boolean;
  readonly fault: ActiveFault | undefined;
  readonly store: GroupStore;
  /** Where the request went. */
  readonly url: string;
}

interface Answered {
  readonly answer: WireAnswer;
  /** The body as text, before anything compressed it. */
  readonly text: string;
}

function answered({ asked, bytes, isGet, fault, store, url }: Arrived): Answered {
  const { object } = asked.api;
  if (fault === undefined) return asText(wireAnswer(performed(asked, store, bytes), object));
  const { instead, losesGetBody, changes, garbles } = behaviourOf(fault.name);
  if (instead !== undefined) return asText(instead({ url, seconds: fault.seconds }));

  const arrived = losesGetBody === true && isGet ? Buffer.alloc(0) : bytes;
  const whole = wireAnswer(performed(asked, store, arrived, changes), object);
  const answer = garbles?.(whole) ?? whole;
  return { answer, text: typeof answer.body === 'string' ? answer.body : whole.body };
}

function performed(asked: Routed, store: GroupStore, bytes: Buffer, changes?: FaultBehaviour['changes']): Answer {
  try {
    const answer = perform(asked, store, bytes);
    return isAboutGroup(answer) ? (changes?.(answer, asked.api.object) ?? answer) : answer;
  } catch (error) {
    return refusalFrom(error);
  }
}

function isAboutGroup(answer: Answer): answer is Success {
  return answer.userGroup !== undefined;
}

function asText(answer: TextAnswer): Answered {
  return { answer, text: answer.body };
}
