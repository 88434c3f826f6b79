// Whether a host is reached without a proxy, by the syntax of `NO_PROXY` and `http.noProxy`.

import { BlockList, isIP } from 'node:net';

/**
 * Entries: a name (with all below it, whether it begins with a dot, `*.` or neither), an address, a range of them
 * (`10.0.0.0/8`), any of these but ranges with a port; or `*` for everything.
 */
export function isReachedDirectly(url: URL, entries: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port === '' ? '443' : url.port;
  return entries
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => {
      if (entry === '' || entry === '*') return entry === '*';
      const { name, port: only } = parts(entry);
      return (only === undefined || only === port) && (isIP(host) === 0 ? isBelow(host, name) : isInRange(host, name));
    });
}

/** An IPv6 address has colons of its own: with a port it needs brackets. */
function parts(entry: string): { readonly name: string; readonly port: string | undefined } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: bracketed ?? plain ?? entry, port };
}

function isBelow(host: string, name: string): boolean {
  const bare = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
}

function isInRange(address: string, range: string): boolean {
  const [first = '', bits] = range.split('/');
  const family = familyOf(first);
  if (family === undefined) return false;
  const list = new BlockList();
  if (bits === undefined) {
    list.addAddress(first, family);
  } else {
    const prefix = Number(bits);
    if (!/^\d+$/.test(bits) || prefix > (family === 'ipv4' ? 32 : 128)) return false;
    list.addSubnet(first, prefix, family);
  }
  return list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  switch (isIP(address)) {
    case 4:
      return 'ipv4';
    case 6:
      return 'ipv6';
    default:
      return undefined;
  }
}
