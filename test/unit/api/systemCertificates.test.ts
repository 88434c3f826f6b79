import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { succeeds } from '../../support/answeringServer.ts';
import { privateAuthority } from '../../support/certificate.ts';
import { withServer } from '../../support/clientUnderTest.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe("The system's certificate authorities", () => {
  const authority = privateAuthority();
  let folder: string;
  before(() => {
    folder = temporaryFolder('user-groups-system-');
    writeFileSync(join(folder, 'system.pem'), authority.cert);
    writeFileSync(join(folder, 'other.pem'), privateAuthority().cert);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** Where Linux reads them; elsewhere they cannot be changed for one process. */
  const inProcess = async (
    name: 'systemTrust' | 'anchor',
    about: string,
    system: 'on' | 'off',
    variables: Readonly<Record<string, string>> = { SSL_CERT_FILE: join(folder, 'system.pem') },
  ): Promise<string> => {
    const script = join(import.meta.dirname, `../../support/processes/${name}.ts`);
    const env = { ...process.env, SSL_CERT_DIR: folder, ...variables };
    return (
      await promisify(execFile)(process.execPath, ['--no-warnings', script, about, system], { env })
    ).stdout.trim();
  };
  const update = (baseUrl: string, system: 'on' | 'off'): Promise<string> => inProcess('systemTrust', baseUrl, system);
  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux('are trusted', () =>
    withServer(
      [succeeds()],
      async ({ target, server }) => {
        assert.equal(await update(target.baseUrl, 'on'), '200');
        assert.equal(server.requests.length, 1);
      },
      { certificate: authority.issue() },
    ),
  );

  onLinux('are trusted beside those that Node trusts by itself', () =>
    withServer(
      [succeeds()],
      async ({ target }) => {
        const variables = { SSL_CERT_FILE: join(folder, 'other.pem'), NODE_EXTRA_CA_CERTS: join(folder, 'system.pem') };
        assert.equal(await inProcess('systemTrust', target.baseUrl, 'on', variables), '200');
      },
      { certificate: authority.issue() },
    ),
  );

  for (const [system, said] of [
    ['on', "trusted by the system's certificates"],
    ['off', 'not trusted'],
  ] as const) {
    onLinux(`say of what they trust "${said}", where http.systemCertificates is ${system}`, async () => {
      assert.equal(await inProcess('anchor', join(folder, 'system.pem'), system), said);
    });
  }

  onLinux('are not, where http.systemCertificates is off', () =>
    withServer(
      [succeeds()],
      async ({ target, server }) => {
        assert.match(
          await update(target.baseUrl, 'off'),
          /The certificate of "\S+" comes from an authority that is not trusted here/,
        );
        assert.equal(server.requests.length, 0);
      },
      { certificate: authority.issue() },
    ),
  );
});

describe('An authority of NODE_EXTRA_CA_CERTS', () => {
  it("is not taken for one of Node's own list", async () => {
    const folder = temporaryFolder('user-groups-extra-');
    const pemFile = join(folder, 'extra.pem');
    writeFileSync(pemFile, privateAuthority().cert);
    const script = join(import.meta.dirname, '../../support/processes/anchor.ts');
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script, pemFile], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: pemFile },
      });
      assert.equal(stdout.trim(), 'trusted by the file that NODE_EXTRA_CA_CERTS names');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
