// Names of variables that hold a token.

/** Programs and shells go by these: a token in one of them would stop them, or be shown by them. */
const RESERVED = /^(?:PATH|HOME|NODE_OPTIONS|LD_\w*|DYLD_\w*)$/i;

/** One that every program knows as a name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

export function isReserved(name: string): boolean {
  return RESERVED.test(name);
}

/** Says whose token it is: `ACME_TOKEN`. */
export function proposedVariable(userGroupId: string): string {
  const words = userGroupId.toUpperCase().match(/[A-Z0-9]+/g) ?? ['USER', 'GROUP'];
  const name = `${words.join('_').slice(0, 60)}_TOKEN`;
  return isVariableName(name) && !isReserved(name) ? name : `GROUP_${name}`;
}
