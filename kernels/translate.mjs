/**
 * Translates scalar kernels to lanes: one strand's arithmetic in TypeScript becomes AssemblyScript with SIMD intrinsics for four
 * strands at once (two in double precision), and a TypeScript twin that does the same to the last bit, one lane after the other.
 *
 * The language is a small part of TypeScript (kernels/language.ts has its few words):
 * - A function that returns nothing is a kernel. Its parameters are rows (whatever is indexed) and whole numbers. A row holds one number
 *   a lane, so `rows[i]` is 16 bytes. Kernels may call kernels; exported ones can be called from outside.
 * - A function that returns something is an expression of numbers: it takes numbers, names parts of its result and returns it.
 * - Numbers: + − × ÷, comparisons, `&&`, `||`, `? :` (both sides are computed), Math.sqrt, abs, floor, max and min. `Math.max(a, b)` is
 *   `a < b ? b : a`: one instruction, and it differs from the platform's for NaN and −0 only.
 * - Constants are evaluated here, in double precision, and rounded once. Loops with constant bounds are written out, `if` with a constant
 *   condition is decided, and `local(n)` is n variables. Others run over whole numbers, or while and if `anyLane(condition)` holds: what
 *   they do must leave the lanes alone for which it does not.
 * - A table is what the lanes look up at places of their own: single precision, one number after the other. `lookUp(table, place, offset)`
 *   reads it; `const place = placeOf(number)` is a whole number a lane, and the offset is shared by all. There are no gathers: it is a load a lane.
 * - `take(into, table, at, from, rows)` reads across: every lane has its own place in a table whose rows are four numbers of one thing. `into`
 *   (a local) gets all numbers of rows at + from .. at + from + rows, `at` being a number. Four lanes only.
 * - A variable is a whole number unless a number is assigned to it.
 */
import { parse } from 'acorn';

/** What a precision is called: in SIMD, in the twin. */
const PRECISIONS = {
  f32: {
    simd: 'f32x4',
    lanes: 4,
    places: (value) => `i32x4.shl(i32x4.trunc_sat_f32x4_s(${value}), 2)`,
    placeLane: (lane) => lane,
    promote: (value) => value,
    array: 'Float32Array',
    round: (x) => Math.fround(x),
    wrap: (x) => `Math.fround(${x})`,
  },
  f64: {
    simd: 'f64x2',
    lanes: 2,
    // At 2^50 the last bit is a quarter: the low half of the number is four times what was added.
    places: (value) => `f64x2.add(${value}, f64x2.splat(${2 ** 50}.0))`,
    placeLane: (lane) => 2 * lane,
    promote: (value) => `f64x2.promote_low_f32x4(${value})`,
    array: 'Float64Array',
    round: (x) => x,
    wrap: (x) => `(${x})`,
  },
};

const WORDS = new Set(['local', 'anyLane', 'take', 'placeOf', 'lookUp']);
const ARITHMETIC = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };
const COMPARISONS = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '===': 'eq', '!==': 'ne' };
const JOINS = { '&&': 'and', '||': 'or' };
const FUNCTIONS = { sqrt: 1, abs: 1, floor: 1, max: 2, min: 2 };

/** Kernels in plain JavaScript, types removed, to { assembly, twin, kernels } and the views of memory that the twin takes, by name. */
export function translate(source, { precision = 'f32' } = {}) {
  const program = readProgram(parse(source, { ecmaVersion: 2023, sourceType: 'module' }));
  const target = PRECISIONS[precision];
  // Single precision reads tables from the rows' own view.
  const hasTables =
    target.array !== 'Float32Array' && program.functions.some((f) => [...f.kinds.values()].includes('table'));
  const write = (dialect) => program.functions.map((f) => new Writer(program, f, dialect).text()).join('\n');
  return {
    assembly: write(assemblyScript(target)),
    twin: write(typeScript(target, hasTables)),
    memory: { memory: target.array, ...(hasTables ? { tables: 'Float32Array' } : {}) },
    kernels: program.functions.filter((f) => f.isEntry),
  };
}

/** Functions in order, with what their names are, and constants. */
function readProgram({ body }) {
  const program = { constants: new Map(), functions: [], byName: new Map() };
  const exported = new Set();
  for (const node of body)
    if (node.type === 'ExportNamedDeclaration') {
      for (const { local } of node.specifiers) exported.add(local.name);
      if (node.declaration?.id) exported.add(node.declaration.id.name);
    }
  for (const node of body) {
    const item = node.declaration ?? node;
    if (item.type === 'VariableDeclaration')
      for (const { id, init } of item.declarations)
        program.constants.set(id.name, constantOf(init, [program.constants]));
    else if (item.type === 'FunctionDeclaration' && !WORDS.has(item.id.name)) {
      const made = readFunction(item, exported.has(item.id.name));
      program.functions.push(made);
      program.byName.set(made.name, made);
    } else if (item.type !== 'ExportNamedDeclaration' && item.type !== 'FunctionDeclaration')
      fail(item, 'is not of the language');
  }
  for (let isChanged = true; isChanged; )
    isChanged = program.functions.map((made) => passRows(program, made)).includes(true);
  for (const made of program.functions) inferKinds(program, made);
  return program;
}

function readFunction(node, isEntry) {
  const isKernel = node.body.body.at(-1)?.type !== 'ReturnStatement';
  const parameters = node.params.map(({ name }) => name);
  const made = { name: node.id.name, node, isKernel, isEntry: isEntry && isKernel, parameters, kinds: new Map() };
  for (const name of parameters) made.kinds.set(name, isKernel ? 'whole' : 'number');
  walk(node.body, (part) => {
    if (part.type === 'MemberExpression' && part.computed) mark(made, part.object.name, 'rows');
    if (part.type === 'CallExpression' && part.callee.name === 'lookUp') mark(made, part.arguments[0].name, 'table');
    if (isTake(part)) mark(made, part.arguments[1].name, 'rows');
  });
  return made;
}

const isTake = (node) => node.type === 'CallExpression' && node.callee.name === 'take';

/** Says that a parameter is rows or a table. */
function mark({ kinds }, name, kind) {
  const isNew = kinds.has(name) && kinds.get(name) !== kind;
  if (isNew) kinds.set(name, kind);
  return isNew;
}

/** What is passed on as rows is rows, what is passed on as a table a table. */
function passRows(program, made) {
  let isChanged = false;
  walk(made.node.body, (part) => {
    const callee = part.type === 'CallExpression' && program.byName.get(part.callee.name);
    if (!callee) return;
    callee.parameters.forEach((name, i) => {
      const kind = callee.kinds.get(name);
      if ((kind === 'rows' || kind === 'table') && mark(made, part.arguments[i].name, kind)) isChanged = true;
    });
  });
  return isChanged;
}

/** Kinds of variables, to a fixed point: what was taken for whole may be assigned a number later. */
function inferKinds(program, made) {
  const { kinds, node } = made;
  const note = (name, kind) => {
    const known = kinds.get(name);
    if (known === kind || known === 'number' || known === 'rows' || known === 'local') return false;
    if (known === 'whole' && kind === 'constant') return false;
    kinds.set(name, kind === 'constant' ? 'whole' : kind);
    return kinds.get(name) !== known;
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    walk(node.body, (part) => {
      if (part.type === 'VariableDeclarator') {
        const kind =
          part.init?.type === 'CallExpression' && part.init.callee.name === 'local'
            ? 'local'
            : kindOf(program, kinds, part.init);
        if (note(part.id.name, kind)) isChanged = true;
      } else if (part.type === 'AssignmentExpression' && part.left.type === 'Identifier') {
        if (note(part.left.name, kindOf(program, kinds, part.right))) isChanged = true;
      }
    });
  }
}

function kindOf(program, kinds, node) {
  const kind = (part) => kindOf(program, kinds, part);
  switch (node.type) {
    case 'Literal':
      return Number.isInteger(node.value) ? 'constant' : 'number';
    case 'Identifier':
      if (kinds.has(node.name)) return kinds.get(node.name);
      if (program.constants.has(node.name))
        return Number.isInteger(program.constants.get(node.name)) ? 'constant' : 'number';
      return 'whole';
    case 'MemberExpression':
      return program.constants.has(node.object.name) ? 'constant' : 'number';
    case 'CallExpression':
      return node.callee.name === 'anyLane' ? 'whole' : node.callee.name === 'placeOf' ? 'place' : 'number';
    case 'UnaryExpression':
      return node.operator === '!' ? 'mask' : kind(node.argument);
    case 'LogicalExpression':
      return kind(node.left);
    case 'ConditionalExpression':
      return kind(node.consequent) === 'mask' ? 'mask' : 'number';
    case 'BinaryExpression': {
      const sides = [kind(node.left), kind(node.right)];
      const isNumber = sides.includes('number');
      if (node.operator in COMPARISONS) return isNumber ? 'mask' : 'whole';
      if (isNumber) return 'number';
      if (node.operator === '/') return 'number';
      return sides.includes('whole') ? 'whole' : 'constant';
    }
    default:
      return fail(node, 'is not of the language');
  }
}

/** The value of an expression that is known here, or undefined. */
function constantOf(node, scopes) {
  const value = (part) => constantOf(part, scopes);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' ? node.value : undefined;
    case 'ArrayExpression':
      return node.elements.map(value);
    case 'Identifier':
      return scopes.find((scope) => scope.has(node.name))?.get(node.name);
    case 'MemberExpression': {
      if (!node.computed) return node.object.name === 'Math' ? Math[node.property.name] : undefined;
      const list = value(node.object);
      const at = Array.isArray(list) ? value(node.property) : undefined;
      return at === undefined ? undefined : list[at];
    }
    case 'UnaryExpression': {
      const x = value(node.argument);
      return x === undefined ? undefined : node.operator === '-' ? -x : node.operator === '!' ? !x : undefined;
    }
    case 'CallExpression': {
      const parts = node.callee.object?.name === 'Math' ? node.arguments.map(value) : [undefined];
      return parts.includes(undefined) ? undefined : Math[node.callee.property.name](...parts);
    }
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const a = value(node.left);
      const b = value(node.right);
      return a === undefined || b === undefined ? undefined : operate(node.operator, a, b);
    }
    default:
      return undefined;
  }
}

function operate(operator, a, b) {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '===':
      return a === b;
    case '!==':
      return a !== b;
    case '&&':
      return a && b;
    case '||':
      return a || b;
    default:
      return undefined;
  }
}

/** Writes one function in one dialect. */
class Writer {
  constructor(program, made, dialect) {
    this.program = program;
    this.made = made;
    this.dialect = dialect;
    /** Constants by name, innermost first; the program's last. */
    this.scopes = [program.constants];
    /** Variables of local arrays in the block at hand. */
    this.locals = [];
  }

  text() {
    const { made, dialect } = this;
    const kinds = made.parameters.map((name) => made.kinds.get(name));
    return `${dialect.head(made, kinds)} {\n${this.block(made.node.body)}}\n`;
  }

  block(node) {
    this.scopes.unshift(new Map());
    const statements = node.type === 'BlockStatement' ? node.body : [node];
    const outer = this.locals;
    this.locals = [];
    let text = statements.map((statement) => this.statement(statement)).join('');
    // Only those that are used once loops are written out; what is taken and not used is not taken.
    const used = this.locals.filter((name) => {
      const uses = text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
      if (uses === 1) text = text.replace(new RegExp(`^${name} = .*;\n`, 'm'), '');
      return uses > 1;
    });
    this.locals = outer;
    this.scopes.shift();
    return used.map((name) => this.dialect.declare('let', name, 'number', this.dialect.literal(0))).join('') + text;
  }

  statement(node) {
    switch (node.type) {
      case 'VariableDeclaration':
        return node.declarations.map((part) => this.declaration(part, node.kind)).join('');
      case 'ExpressionStatement':
        return this.effect(node.expression);
      case 'ReturnStatement':
        return `return ${this.number(node.argument)};\n`;
      case 'ForStatement':
        return this.loop(node);
      case 'IfStatement': {
        const value = this.constant(node.test);
        if (value === undefined && this.kind(node.test) === 'mask')
          fail(node, 'needs a constant condition; write ?: for numbers');
        if (value === undefined) return `if (${this.whole(node.test)}) {\n${this.block(node.consequent)}}\n`;
        return value ? this.inner(node.consequent) : node.alternate ? this.inner(node.alternate) : '';
      }
      case 'BlockStatement':
        return this.inner(node);
      default:
        return fail(node, 'is not of the language');
    }
  }

  /** In braces where something is named. */
  inner(node) {
    const isNaming = node.type === 'BlockStatement' && node.body.some(({ type }) => type === 'VariableDeclaration');
    return isNaming ? `{\n${this.block(node)}}\n` : this.block(node);
  }

  declaration({ id: { name }, init }, word) {
    const { dialect } = this;
    const kind = this.made.kinds.get(name);
    if (kind === 'local') {
      const size = this.constant(init.arguments[0]);
      for (let i = 0; i < size; i++) this.locals.push(`${name}_${i}`);
      return '';
    }
    if (kind === 'place') return dialect.declarePlace(name, this.number(init.arguments[0]));
    const value = word === 'let' ? undefined : this.constant(init);
    if (value !== undefined) {
      this.scopes[0].set(name, value);
      return '';
    }
    return dialect.declare(word, name, kind, this.as(kind, init));
  }

  effect(node) {
    if (node.type === 'AssignmentExpression') {
      const value =
        node.operator === '=' ? node.right : { ...node, type: 'BinaryExpression', operator: node.operator[0] };
      if (node.left.type === 'Identifier')
        return `${node.left.name} = ${this.as(this.made.kinds.get(node.left.name), value)};\n`;
      const name = this.localName(node.left);
      if (name) return `${name} = ${this.number(value)};\n`;
      return `${this.dialect.store(node.left.object.name, this.place(node.left.property), this.number(value))};\n`;
    }
    if (isTake(node)) return this.take(node);
    const callee = node.type === 'CallExpression' ? this.program.byName.get(node.callee.name) : undefined;
    if (!callee?.isKernel) fail(node, 'is not of the language');
    const given = node.arguments.map((part, i) =>
      callee.kinds.get(callee.parameters[i]) === 'whole' ? this.whole(part) : part.name,
    );
    return `${this.dialect.callKernel(callee.name, given)};\n`;
  }

  take({ arguments: [into, table, at, from, rows] }) {
    const first = this.constant(from);
    const names = Array.from({ length: this.constant(rows) }, (_, r) =>
      [0, 1, 2, 3].map((c) => `${into.name}_${4 * r + c}`),
    );
    return this.dialect.take(names, table.name, this.number(at), first);
  }

  /** Written out where its bounds are constants. */
  loop(node) {
    const { id, init } = node.init.declarations[0];
    const start = this.constant(init);
    const by = stepOf(node.update);
    this.scopes.unshift(new Map([[id.name, start]]));
    const isConstant = start !== undefined && this.constant(node.test) !== undefined;
    let text = '';
    if (isConstant)
      for (let value = start; this.constant(node.test); value += by, this.scopes[0].set(id.name, value))
        text += this.inner(node.body);
    this.scopes.shift();
    if (isConstant) return text;
    this.scopes.unshift(new Map([[id.name, undefined]]));
    const step = by === 1 ? `${id.name}++` : by === -1 ? `${id.name}--` : `${id.name} += ${by}`;
    text = `for (${this.dialect.declare('let', id.name, 'whole', this.whole(init)).trim()} ${this.whole(node.test)}; ${step}) {\n${this.block(node.body)}}\n`;
    this.scopes.shift();
    return text;
  }

  constant(node) {
    return constantOf(node, this.scopes);
  }

  kind(node) {
    return kindOf(this.program, this.made.kinds, node);
  }

  as(kind, node) {
    return kind === 'whole' ? this.whole(node) : kind === 'mask' ? this.mask(node) : this.number(node);
  }

  /** The variable of a place in a local array. */
  localName(node) {
    if (this.made.kinds.get(node.object.name) !== 'local') return undefined;
    const at = this.constant(node.property);
    if (at === undefined) fail(node, 'needs a constant index');
    return `${node.object.name}_${at}`;
  }

  number(node) {
    const { dialect } = this;
    const value = this.constant(node);
    if (value !== undefined) return dialect.literal(value);
    switch (node.type) {
      case 'Identifier':
        if (this.kind(node) !== 'number') fail(node, 'is a whole number where a number is wanted');
        return node.name;
      case 'MemberExpression':
        return this.localName(node) ?? dialect.load(node.object.name, this.place(node.property));
      case 'UnaryExpression':
        return dialect.negate(this.number(node.argument));
      case 'BinaryExpression':
        if (!(node.operator in ARITHMETIC)) fail(node, 'is not a number');
        return dialect.arithmetic(node.operator, this.number(node.left), this.number(node.right));
      case 'ConditionalExpression':
        return dialect.choose(this.mask(node.test), this.number(node.consequent), this.number(node.alternate));
      case 'CallExpression':
        return this.call(node);
      default:
        return fail(node, 'is not a number');
    }
  }

  call(node) {
    if (node.callee.name === 'lookUp') {
      const [table, place, offset] = node.arguments;
      if (this.kind(place) !== 'place') fail(node, 'needs a place of the lanes');
      return this.dialect.lookUp(table.name, place.name, this.place(offset));
    }
    const given = node.arguments.map((part) => this.number(part));
    if (node.callee.object?.name === 'Math') {
      const name = node.callee.property.name;
      if (FUNCTIONS[name] !== given.length) fail(node, 'is not a function of the language');
      return this.dialect.apply(name, given);
    }
    const callee = this.program.byName.get(node.callee.name);
    if (!callee || callee.isKernel) fail(node, 'is not a function of numbers');
    return `${callee.name}(${given.join(', ')})`;
  }

  mask(node) {
    const { dialect } = this;
    if (node.type === 'Identifier') return node.name;
    if (node.type === 'UnaryExpression' && node.operator === '!') return dialect.not(this.mask(node.argument));
    if (node.type === 'LogicalExpression')
      return dialect.join(node.operator, this.mask(node.left), this.mask(node.right));
    if (node.type !== 'BinaryExpression' || !(node.operator in COMPARISONS)) fail(node, 'is not a condition');
    return dialect.compare(node.operator, this.number(node.left), this.number(node.right));
  }

  whole(node) {
    const value = this.constant(node);
    if (value !== undefined) return Number.isInteger(value) ? `${value}` : fail(node, 'is not whole');
    if (node.type === 'Identifier') return node.name;
    if (node.type === 'CallExpression' && node.callee.name === 'anyLane')
      return this.dialect.any(this.mask(node.arguments[0]));
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression')
      return `(${this.whole(node.left)} ${node.operator} ${this.whole(node.right)})`;
    return fail(node, 'is not a whole number');
  }

  /** An index as [what is known at run time or '', constant]. */
  place(node) {
    const terms = [];
    let constant = 0;
    const add = (part, sign) => {
      const value = this.constant(part);
      if (value !== undefined) constant += sign * value;
      else if (part.type === 'BinaryExpression' && (part.operator === '+' || part.operator === '-')) {
        add(part.left, sign);
        add(part.right, part.operator === '+' ? sign : -sign);
      } else terms.push(`${sign < 0 ? '- ' : terms.length > 0 ? '+ ' : ''}${this.whole(part)}`);
    };
    add(node, 1);
    return [terms.join(' '), constant];
  }
}

/** AssemblyScript; rows are addresses in bytes once a kernel has begun. */
function assemblyScript({ simd, lanes, round, places, placeLane, promote }) {
  const TYPES = { whole: 'i32', number: 'v128', mask: 'v128', rows: 'usize', table: 'usize' };
  const address = (rows, [terms, constant]) => {
    const moved = constant < 0 ? `${terms || '0'} - ${-constant}` : terms;
    return [moved ? `${rows} + (usize(${moved}) << 4)` : rows, Math.max(0, 16 * constant)];
  };
  return {
    head: ({ name, isKernel, isEntry, parameters }, kinds) => {
      const inner = parameters.map((parameter, i) => `${parameter}: ${TYPES[kinds[i]]}`).join(', ');
      if (!isKernel) return `@inline\nfunction ${name}(${inner}): v128`;
      if (!isEntry) return `function in_${name}(${inner}): void`;
      const list = parameters.map((parameter) => `${parameter}: i32`).join(', ');
      const given = parameters
        .map((parameter, i) => (kinds[i] === 'whole' ? parameter : `usize(${parameter}) << 4`))
        .join(', ');
      return `export function ${name}(${list}): void {\nin_${name}(${given});\n}\nfunction in_${name}(${inner}): void`;
    },
    declare: (word, name, kind, value) => `${word} ${name}: ${TYPES[kind]} = ${value};\n`,
    // In bytes, one a lane.
    declarePlace: (name, value) =>
      Array.from(
        { length: lanes },
        (_, lane) => `const ${name}_${lane}: usize = usize(i32x4.extract_lane(${name}, ${placeLane(lane)}));\n`,
      ).reduce((text, line) => text + line, `const ${name}: v128 = ${places(value)};\n`),
    lookUp: (table, place, [terms, constant]) => {
      if (constant < 0) throw new SyntaxError(`lookUp in ${table} needs an offset that is not negative`);
      const at = (lane) => `${table} + ${place}_${lane}${terms ? ` + (usize(${terms}) << 2)` : ''}`;
      let value = `v128.load32_zero(${at(0)}, ${4 * constant})`;
      for (let lane = 1; lane < lanes; lane++)
        value = `v128.load32_lane(${at(lane)}, ${value}, ${lane}, ${4 * constant})`;
      return promote(value);
    },
    literal: (value) => `${simd}.splat(${decimal(round(value))})`,
    load: (rows, place) => {
      const [at, offset] = address(rows, place);
      return `v128.load(${at}${offset ? `, ${offset}` : ''})`;
    },
    store: (rows, place, value) => {
      const [at, offset] = address(rows, place);
      return `v128.store(${at}, ${value}${offset ? `, ${offset}` : ''})`;
    },
    negate: (a) => `${simd}.neg(${a})`,
    arithmetic: (operator, a, b) => `${simd}.${ARITHMETIC[operator]}(${a}, ${b})`,
    // pmax(a, b) is a < b ? b : a, and pmin(a, b) is b < a ? b : a.
    apply: (name, given) => `${simd}.${name === 'max' || name === 'min' ? 'p' : ''}${name}(${given.join(', ')})`,
    choose: (mask, a, b) => `v128.bitselect(${a}, ${b}, ${mask})`,
    compare: (operator, a, b) => `${simd}.${COMPARISONS[operator]}(${a}, ${b})`,
    join: (operator, a, b) => `v128.${JOINS[operator]}(${a}, ${b})`,
    not: (a) => `v128.not(${a})`,
    any: (mask) => `v128.any_true(${mask})`,
    callKernel: (name, given) => `in_${name}(${given.join(', ')})`,
    // Four rows, one a lane, are turned: 0 .. 3 are numbers of the first of two rows, 4 .. 7 those of the second.
    take: (names, table, at, first) => {
      const mix = (a, b, order) => `v128.shuffle<f32>(${a}, ${b}, ${order})`;
      const lanes = [0, 1, 2, 3];
      const rows = names.map((four, r) => {
        const row = lanes.map((k) => `const row${k} = v128.load(at${k}, ${16 * (first + r)});\n`).join('');
        const pairs = ['0, 4, 1, 5', '2, 6, 3, 7'].flatMap((order, half) =>
          [0, 1].map((k) => `const turned${2 * half + k} = ${mix(`row${2 * k}`, `row${2 * k + 1}`, order)};\n`),
        );
        const ends = four.map((name, c) => {
          const half = c < 2 ? 0 : 2;
          return `${name} = ${mix(`turned${half}`, `turned${half + 1}`, c % 2 ? '2, 3, 6, 7' : '0, 1, 4, 5')};\n`;
        });
        return `{\n${row}${pairs.join('')}${ends.join('')}}\n`;
      });
      const places = lanes.map((k) => `const at${k} = ${table} + (usize(i32x4.extract_lane(at, ${k})) << 4);\n`);
      return `{\nconst at = i32x4.trunc_sat_f32x4_s(${at});\n${places.join('')}${rows.join('')}}\n`;
    },
  };
}

/** The twin: the same operations on one lane of the same memory. */
function typeScript({ lanes, array, round, wrap }, hasTables) {
  const views = `memory: ${array}${hasTables ? ', tables: Float32Array' : ''}`;
  const view = `memory${hasTables ? ', tables' : ''}`;
  const at = (rows, [terms, constant]) =>
    `memory[${lanes} * (${[rows, terms].filter(Boolean).join(' + ').replace('+ - ', '- ')}${constant ? ` ${constant < 0 ? '-' : '+'} ${Math.abs(constant)}` : ''}) + lane]!`;
  const TYPES = { whole: 'number', number: 'number', mask: 'boolean' };
  return {
    head: ({ name, isKernel, isEntry, parameters }) => {
      const list = parameters.map((parameter) => `${parameter}: number`).join(', ');
      if (!isKernel) return `function ${name}(${list}): number`;
      if (!isEntry) return `function in_${name}(${views}, lane: number, ${list}): void`;
      const given = parameters.join(', ');
      return (
        `export function ${name}(${views}, ${list}): void {\n` +
        `for (let lane = 0; lane < ${lanes}; lane++) in_${name}(${view}, lane, ${given});\n}\n` +
        `function in_${name}(${views}, lane: number, ${list}): void`
      );
    },
    declare: (word, name, kind, value) => `${word} ${name}${word === 'let' ? `: ${TYPES[kind]}` : ''} = ${value};\n`,
    declarePlace: (name, value) => `const ${name} = ${value};\n`,
    lookUp: (table, place, [terms, constant]) =>
      `${hasTables ? 'tables' : 'memory'}[${[`4 * ${table}`, place, terms].filter(Boolean).join(' + ').replace('+ - ', '- ')} + ${constant}]!`,
    literal: (value) => decimal(round(value)),
    load: at,
    store: (rows, place, value) => `${at(rows, place).slice(0, -1)} = ${value}`,
    negate: (a) => `(-${a})`,
    arithmetic: (operator, a, b) => wrap(`${a} ${operator} ${b}`),
    apply: (name, given) => {
      if (name === 'sqrt') return wrap(`Math.sqrt(${given[0]})`);
      if (name === 'abs' || name === 'floor') return `Math.${name}(${given[0]})`;
      return `${name === 'max' ? 'larger' : 'smaller'}(${given.join(', ')})`;
    },
    choose: (mask, a, b) => `(${mask} ? ${a} : ${b})`,
    compare: (operator, a, b) => `(${a} ${operator} ${b})`,
    join: (operator, a, b) => `(${a} ${operator} ${b})`,
    not: (a) => `!${a}`,
    any: (mask) => mask,
    callKernel: (name, given) => `in_${name}(${view}, lane, ${given.join(', ')})`,
    take: (names, table, at, first) =>
      `{\nconst at = 4 * (${table} + ${at} + ${first});\n${names
        .flat()
        .map((name, c) => `${name} = memory[at + ${c}]!;\n`)
        .join('')}}\n`,
  };
}

/** As AssemblyScript and TypeScript both read it as a number that is not whole. */
function decimal(value) {
  const text = `${value}`;
  const shown = /[.e]/.test(text) ? text : `${text}.0`;
  return value < 0 ? `(${shown})` : shown;
}

function stepOf(node) {
  if (node.type === 'UpdateExpression') return node.operator === '++' ? 1 : -1;
  const size = node.right?.value;
  return node.operator === '+=' ? size : node.operator === '-=' ? -size : fail(node, 'is not a step');
}

function walk(node, visit) {
  if (!node || typeof node.type !== 'string') return;
  visit(node);
  for (const value of Object.values(node))
    if (Array.isArray(value)) for (const part of value) walk(part, visit);
    else if (value && typeof value === 'object') walk(value, visit);
}

function fail(node, what) {
  throw new SyntaxError(`${node.type} at ${node.start} ${what}`);
}
