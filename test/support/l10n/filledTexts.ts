// Messages that fill a placeholder of another one: their origin is followed through the whole source by its types.

import { dirname, resolve } from 'node:path';
import ts from '@typescript/typescript6';
import { isMessage } from '../../../scripts/l10n/messages.ts';
import { root } from '../../../scripts/editor/folders.ts';
import type { SourceFile } from '../../../scripts/metrics/sourceFile.ts';

export interface FilledText {
  /** Path and line of the message. */
  readonly at: string;
  readonly text: string;
  /** The name of the place in it. */
  readonly place: string;
  /** The messages that come to stand there, each once. */
  readonly by: readonly string[];
}

/** A function whose results may stand in any message, by its name. */
export type IsValue = (name: string) => boolean;

/** Functions that give back what they are given, made harmless or joined. */
const PASSING = new Set(['foreignText', 'sentences']);

/** What comes out is what their functions return. */
const MAPPING = /^(?:catch|flatMap|from|map|reduce|replaceAll|then)$/;

/** As little as tells what a list and a promise hold: more takes longer and finds no more. */
const SOURCES = { lib: ['lib.es2015.d.ts'] };

/** Packages are not read: what fills a message comes from the sources. */
export function programOf(files: readonly SourceFile[]): ts.Program {
  const options: ts.CompilerOptions = { ...SOURCES, target: ts.ScriptTarget.ES2024, strict: true, types: [] };
  const host = ts.createCompilerHost(options);
  const trees = new Map(files.map((file) => [resolve(root, file.path), file]));
  const fromFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...others) => trees.get(path)?.tree ?? fromFile(path, ...others);
  host.resolveModuleNameLiterals = (names, importer) =>
    names.map(({ text }) => ({
      resolvedModule: text.startsWith('.')
        ? { resolvedFileName: resolve(dirname(importer), text), extension: ts.Extension.Ts }
        : undefined,
    }));
  return ts.createProgram([...trees.keys()], options, host);
}

export function filledTexts(program: ts.Program, isValue: IsValue): FilledText[] {
  const search = new Search(program, isValue);
  return search.files.flatMap((file) =>
    search.messagesIn(file).flatMap((call) =>
      fillingsOf(call).flatMap(([place, filling]) => {
        const by = [...new Set(search.messagesOf(filling))].sort();
        return by.length === 0 ? [] : [{ at: search.placeOf(call), text: textOf(call), place, by }];
      }),
    ),
  );
}

/** What fills each place of a message. */
function fillingsOf(call: ts.CallExpression): (readonly [string, ts.Expression])[] {
  const [first, ...rest] = call.arguments;
  const named = rest[0] ?? first;
  if (named === undefined || !ts.isObjectLiteralExpression(named))
    return rest.map((filling, index) => [String(index), filling]);
  return named.properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => [name.getText(), initializer]);
}

function textOf(call: ts.CallExpression): string {
  const [first] = call.arguments;
  return first !== undefined && ts.isStringLiteralLike(first) ? first.text : (first?.getText() ?? '');
}

/** Each function is called by others: what they give it, by the declaration of the parameter. */
class Search {
  readonly files: readonly ts.SourceFile[];
  readonly #checker: ts.TypeChecker;
  readonly #isValue: IsValue;
  /** What is given for a parameter, or stands for a property of a type. */
  readonly #given = new Map<ts.Node, ts.Expression[]>();
  /** Calls and properties of objects by their names, until that name is asked about: to know their types takes long. */
  readonly #unread = new Map<string, Giving[]>();

  constructor(program: ts.Program, isValue: IsValue) {
    this.#checker = program.getTypeChecker();
    this.#isValue = isValue;
    this.files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(resolve(root, 'src')));
    for (const file of this.files) this.#readNames(file);
  }

  messagesIn(node: ts.Node): ts.CallExpression[] {
    const found: ts.CallExpression[] = isMessage(node) ? [node] : [];
    ts.forEachChild(node, (child) => {
      found.push(...this.messagesIn(child));
    });
    return found;
  }

  placeOf(node: ts.Node): string {
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    return `${file.fileName.slice(root.length + 1)}:${line + 1}`;
  }

  /** The messages that the expression may hold. */
  messagesOf(expression: ts.Expression): string[] {
    const seen = new Set<ts.Node>([expression]);
    for (const node of seen) for (const source of this.#sourcesOf(node)) seen.add(source);
    return [...seen].filter(isMessage).map(textOf);
  }

  #sourcesOf(node: ts.Node): readonly ts.Node[] {
    if (isMessage(node)) return [];
    if (ts.isCallExpression(node)) return this.#sourcesOfCall(node);
    if (ts.isIdentifier(node)) return this.#declared(this.#checker.getSymbolAtLocation(node));
    if (ts.isShorthandPropertyAssignment(node))
      return this.#declared(this.#checker.getShorthandAssignmentValueSymbol(node));
    if (ts.isPropertyAccessExpression(node)) return this.#declared(this.#checker.getSymbolAtLocation(node.name));
    if (ts.isElementAccessExpression(node)) return [node.expression];
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
    if (ts.isBinaryExpression(node)) return [node.left, node.right];
    if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements;
    if (ts.isObjectLiteralExpression(node))
      return node.properties.flatMap((property) =>
        ts.isPropertyAssignment(property)
          ? [property.initializer as ts.Node]
          : ts.isShorthandPropertyAssignment(property)
            ? [property]
            : [],
      );
    if (ts.isFunctionLike(node)) return this.#returnedBy(node);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isSpreadElement(node) ||
      ts.isAwaitExpression(node)
    )
      return [node.expression];
    return [];
  }

  #sourcesOfCall(call: ts.CallExpression): readonly ts.Node[] {
    const name = nameOf(call.expression);
    if (this.#isValue(name)) return [];
    if (PASSING.has(name)) return call.arguments;
    const declaration = this.#checker.getResolvedSignature(call)?.declaration;
    const isOurs = declaration !== undefined && this.files.includes(declaration.getSourceFile());
    if (!isOurs) return this.#sourcesOfMethod(call);
    // Of a table of functions, the type alone is declared.
    return [declaration, call.expression];
  }

  /** A list that is joined to a text, such as `lines.map(shown).join(' ')`. A part cut from a text is no message. */
  #sourcesOfMethod({ expression, arguments: given }: ts.CallExpression): readonly ts.Node[] {
    if (MAPPING.test(nameOf(expression))) return given.filter((argument) => this.#isFunction(argument));
    return ts.isPropertyAccessExpression(expression) && !this.#isCut(expression) ? [expression.expression] : [];
  }

  #isCut({ expression, name }: ts.PropertyAccessExpression): boolean {
    const isOfText = (this.#checker.getTypeAtLocation(expression).flags & ts.TypeFlags.StringLike) !== 0;
    return isOfText && !/^(?:concat|replace|trim)/.test(name.text);
  }

  #isFunction(argument: ts.Expression): boolean {
    return (
      ts.isFunctionLike(argument) ||
      (ts.isIdentifier(argument) && this.#checker.getTypeAtLocation(argument).getCallSignatures().length > 0)
    );
  }

  #returnedBy(declaration: ts.SignatureDeclaration): readonly ts.Node[] {
    const { body } = declaration as { readonly body?: ts.Node };
    if (body === undefined) return this.#givenFor(declaration);
    if (!ts.isBlock(body)) return [body];
    const found: ts.Node[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node)) return;
      if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
      if (ts.isYieldExpression(node) && node.expression !== undefined) found.push(node.expression);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(body, visit);
    return found;
  }

  #declared(symbol: ts.Symbol | undefined): ts.Node[] {
    if (symbol === undefined) return [];
    const original = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
    return (original.declarations ?? []).flatMap((declaration) => this.#valuesOf(declaration));
  }

  #valuesOf(declaration: ts.Declaration): readonly ts.Node[] {
    if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined)
      return [declaration.initializer];
    if (ts.isPropertyAssignment(declaration)) return [declaration.initializer];
    if (ts.isShorthandPropertyAssignment(declaration)) return [declaration];
    if (ts.isBindingElement(declaration)) return this.#bound(declaration);
    if (ts.isFunctionLike(declaration)) return [declaration];
    return this.#givenFor(declaration);
  }

  /** `{ name }` of something: its property, and what is given where that is a parameter. */
  #bound(element: ts.BindingElement): ts.Node[] {
    const pattern = element.parent;
    const owner = this.#checker.getTypeAtLocation(pattern);
    const name = (element.propertyName ?? element.name).getText();
    if (ts.isArrayBindingPattern(pattern)) {
      const { initializer } = pattern.parent as { readonly initializer?: ts.Expression };
      const index = pattern.elements.indexOf(element);
      if (initializer === undefined) return [];
      return ts.isArrayLiteralExpression(initializer) ? initializer.elements.slice(index, index + 1) : [initializer];
    }
    return [
      ...(element.initializer === undefined ? [] : [element.initializer]),
      ...this.#declared(owner.getProperty(name)),
    ];
  }

  #readNames(node: ts.Node): void {
    if (isGiving(node)) {
      const name =
        ts.isCallExpression(node) || ts.isNewExpression(node) ? nameOf(node.expression) : node.name.getText();
      this.#unread.set(name, [...(this.#unread.get(name) ?? []), node]);
    }
    ts.forEachChild(node, (child) => {
      this.#readNames(child);
    });
  }

  #givenFor(declaration: ts.Node): readonly ts.Expression[] {
    const name = calledAs(declaration);
    const unread = this.#unread.get(name) ?? [];
    this.#unread.delete(name);
    for (const giving of unread) this.#readGiven(giving);
    return this.#given.get(declaration) ?? [];
  }

  /** What a call gives, or an object has for a property of its type. */
  #readGiven(giving: Giving): void {
    if (ts.isCallExpression(giving) || ts.isNewExpression(giving)) {
      const parameters = this.#checker.getResolvedSignature(giving)?.declaration?.parameters ?? [];
      giving.arguments?.forEach((argument, index) => {
        const last = parameters.at(-1);
        this.#give(parameters[index] ?? (last !== undefined && 'dotDotDotToken' in last ? last : undefined), argument);
      });
    } else {
      const property = this.#checker.getContextualType(giving.parent)?.getProperty(giving.name.getText());
      const value = ts.isPropertyAssignment(giving) ? giving.initializer : giving.name;
      for (const declaration of property?.declarations ?? []) this.#give(declaration, value);
    }
  }

  #give(to: ts.Node | undefined, value: ts.Expression): void {
    if (to !== undefined) this.#given.set(to, [...(this.#given.get(to) ?? []), value]);
  }
}

type Giving = ts.CallExpression | ts.NewExpression | ts.PropertyAssignment | ts.ShorthandPropertyAssignment;

function isGiving(node: ts.Node): node is Giving {
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ((ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
      ts.isObjectLiteralExpression(node.parent))
  );
}

/** The name in calls and objects that give something for it; none where a function is returned without a name. */
function calledAs(declaration: ts.Node): string {
  if (!ts.isParameter(declaration)) return (declaration as ts.NamedDeclaration).name?.getText() ?? '';
  const owner = declaration.parent;
  if (ts.isConstructorDeclaration(owner)) return owner.parent.name?.getText() ?? '';
  for (let node: ts.Node = owner; !ts.isStatement(node) || node === owner; node = node.parent) {
    const { name } = node as ts.NamedDeclaration;
    if (name !== undefined) return name.getText();
  }
  return '';
}

function nameOf(expression: ts.Expression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
}
