// VS Code's own storage: secrets and small facts.

import type * as vscode from 'vscode';
import type { Memory, Secrets } from '../../core/ports/storage.ts';

export function secretsOf(storage: vscode.SecretStorage): Secrets {
  return {
    get: async (key) => storage.get(key),
    store: async (key, value) => storage.store(key, value),
    delete: async (key) => storage.delete(key),
    keys: async () => storage.keys(),
  };
}

export function memoryOf(state: vscode.Memento): Memory {
  return {
    get: (key) => state.get(key),
    set: async (key, value) => state.update(key, value),
    keys: () => state.keys(),
  };
}
