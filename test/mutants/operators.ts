import { parseSync, Visitor, type ESTree } from 'vite';

/** A small change of a source that its syntax allows. */
export interface Mutation {
  /** Where the replaced text begins in the source. */
  at: number;
  from: string;
  to: string;
  /** What was done. */
  kind: string;
}

type Span = Pick<ESTree.Span, 'start' | 'end'>;

/** What a bound becomes: one that differs at the bound alone. An equality becomes its opposite. */
const otherComparisons = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
]);

const otherArithmetic = new Map([
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
]);

/** Larger numbers are doubled. */
const maxOffByOne = 20;

/** Names of events, kinds and states are such words; messages, SQL and paths are not. */
const nameLike = /^[a-z]{3,}(?:[_.-][a-z]+)*$/;

/** The source with the change. */
export function applyMutation(
  source: string,
  { at, from, to }: Pick<Mutation, 'at' | 'from' | 'to'>,
): string {
  return source.slice(0, at) + to + source.slice(at + from.length);
}

/** Every mutation of a TypeScript source that its operators allow, in the order of their places. Types stay as they are. */
export function findMutations(file: string, source: string): Mutation[] {
  const found: Mutation[] = [];
  const names: ESTree.StringLiteral[] = [];
  const functions: ESTree.ReturnStatement[][] = [];
  const left = new Set<number>();
  const text = ({ start, end }: Span): string => source.slice(start, end);
  const replace = (node: Span, to: string, kind: string): void => {
    found.push({ at: node.start, from: text(node), to, kind });
  };
  const leave = (node: Span | null | undefined): void => {
    if (node !== null && node !== undefined) left.add(node.start);
  };
  const enterFunction = (): void => {
    functions.push([]);
  };
  const exitFunction = (): void => {
    const returns = (functions.pop() ?? []).flatMap(({ argument }) => argument ?? []);
    for (const nothing of ['null', 'undefined']) {
      if (!returns.some((each) => text(each) === nothing)) continue;
      for (const each of returns) if (text(each) !== nothing) replace(each, nothing, 'return nothing');
    }
  };

  new Visitor({
    TSLiteralType: ({ literal }) => leave(literal),
    ImportDeclaration: (node) => leave(node.source),
    ImportExpression: (node) => leave(node.source),
    ExportNamedDeclaration: (node) => leave(node.source),
    ExportAllDeclaration: (node) => leave(node.source),
    Property: ({ key }) => leave(key),
    FunctionDeclaration: enterFunction,
    'FunctionDeclaration:exit': exitFunction,
    FunctionExpression: enterFunction,
    'FunctionExpression:exit': exitFunction,
    ArrowFunctionExpression(node) {
      enterFunction();
      if (node.expression) returnConstant(node.body);
    },
    'ArrowFunctionExpression:exit': exitFunction,
    ReturnStatement(node) {
      functions.at(-1)?.push(node);
      if (node.argument !== null) returnConstant(node.argument);
    },
    IfStatement(node) {
      replace(node.test, `!(${text(node.test)})`, 'negate');
      if (node.alternate === null) replace(node, ';', 'remove');
    },
    ConditionalExpression: ({ test }) => replace(test, `!(${text(test)})`, 'negate'),
    WhileStatement: ({ test }) => replace(test, `!(${text(test)})`, 'negate'),
    LogicalExpression(node) {
      if (node.operator === '??') return;
      const other = node.operator === '&&' ? '||' : '&&';
      replace(node, `(${text(node.left)} ${other} ${text(node.right)})`, 'and, or');
      replace(node, text(node.left), 'drop a clause');
      replace(node, text(node.right), 'drop a clause');
    },
    BinaryExpression(node) {
      const comparison = otherComparisons.get(node.operator);
      const other = comparison ?? otherArithmetic.get(node.operator);
      if (other === undefined) return;
      const to = `(${text(node.left)} ${other} ${text(node.right)})`;
      replace(node, to, comparison === undefined ? 'arithmetic' : 'comparison');
    },
    ExpressionStatement(node) {
      if ('directive' in node && typeof node.directive === 'string') leave(node.expression);
      else if (!text(node).startsWith('super(')) replace(node, ';', 'remove');
    },
    Literal(node) {
      if (left.has(node.start)) return;
      if (typeof node.value === 'boolean') replace(node, String(!node.value), 'boolean');
      else if (typeof node.value === 'number') {
        // Nobody notices a quarter of an hour and a millisecond.
        const changes = node.value <= maxOffByOne ? ['+ 1', '- 1'] : ['* 2'];
        for (const change of changes) replace(node, `(${text(node)} ${change})`, 'number');
      } else if (typeof node.value === 'string' && nameLike.test(node.value)) names.push(node);
    },
  }).visit(parse(file, source));

  for (const [place, node] of names.entries()) {
    const others = [...names.slice(place), ...names].filter(({ value }) => value !== node.value);
    if (others[0] !== undefined) replace(node, text(others[0]), 'name');
  }
  return found.toSorted((one, other) => one.at - other.at);

  function returnConstant(value: ESTree.Expression | ESTree.FunctionBody): void {
    if (!isBoolean(value)) return;
    for (const constant of ['true', 'false']) replace(value, constant, 'return a constant');
  }
}

/** Whether a source can be parsed. */
export function parses(file: string, source: string): boolean {
  return parseSync(file, source).errors.length === 0;
}

function parse(file: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return program;
}

/** Whether an expression says itself that it is true or false. */
function isBoolean(node: ESTree.Expression | ESTree.FunctionBody): boolean {
  switch (node.type) {
    case 'ParenthesizedExpression':
      return isBoolean(node.expression);
    case 'LogicalExpression':
      return node.operator !== '??' && isBoolean(node.left) && isBoolean(node.right);
    case 'BinaryExpression':
      return otherComparisons.has(node.operator) || node.operator === 'in' || node.operator === 'instanceof';
    case 'UnaryExpression':
      return node.operator === '!';
    default:
      return false;
  }
}
