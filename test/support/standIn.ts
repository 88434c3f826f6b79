// Stands in for an object of the product or of the editor, of which a test needs some parts.

/** These parts of it, which may pass for the whole: using one that is not there throws, and names it. */
export function standIn<T extends object>(parts: Partial<NoInfer<T>>): T {
  const made = new Proxy(parts, {
    get: (target, name, receiver) => {
      if (!(name in target) && isPart(name)) throw new Error(`The test gives no "${name}" to what stands in`);
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return made as T;
}

/** `then` is looked up by whatever is awaited, and symbols by whatever prints a value. */
const isPart = (name: string | symbol): name is string => typeof name === 'string' && name !== 'then';
