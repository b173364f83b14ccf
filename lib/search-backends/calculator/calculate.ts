import { all, create, type MathNode } from 'mathjs'

const nodesMax = 100
const digitsShown = 15
const wholeDigitsMax = 60
const factorialMax = 1000
const functions: ReadonlySet<string> = new Set(
  'abs acos asin atan atan2 cbrt ceil cos cosh exp factorial floor gcd lcm ln log log10 log2 max mean median min mod nthRoot pow round sign sin sinh sqrt square cube tan tanh'.split(
    ' ',
  ),
)
const constants: ReadonlySet<string> = new Set(['pi', 'e', 'tau', 'phi'])
const kinds: ReadonlySet<string> = new Set([
  'ConstantNode',
  'FunctionNode',
  'OperatorNode',
  'ParenthesisNode',
  'SymbolNode',
])
// Operators on numbers and units only: no comparison, assignment, bit or matrix operators.
const operators: ReadonlySet<string> = new Set([
  'add',
  'divide',
  'factorial',
  'mod',
  'multiply',
  'pow',
  'subtract',
  'to',
  'unaryMinus',
  'unaryPlus',
])

const precision = 64
const math = create(all ?? {}, { number: 'BigNumber', precision })
const units = math.Unit as unknown as { isValuelessUnit(name: string): boolean }
// The instance's own functions, saved before they are disabled in expressions.
const parse = math.parse.bind(math)
math.import({ ln: (value: number) => math.log(value) }, {})
const modulo = math.mod.bind(math) as (value: unknown, by: unknown) => unknown
math.import({ mod: exactModulo }, { override: true })
const forbidden = (name: string) => () => {
  throw new Error(`${name} is disabled`)
}
// Functions documented as dangerous in untrusted expressions; the node check below rejects them as well.
const disabled = ['import', 'createUnit', 'evaluate', 'parse', 'simplify', 'derivative', 'resolve', 'compile']
math.import(Object.fromEntries(disabled.map(name => [name, forbidden(name)])), { override: true })

/** Above the available precision, the remainder is noise. */
function exactModulo(value: unknown, by: unknown): unknown {
  if (math.isBigNumber(value) && value.e >= precision) throw new Error('too many digits')
  return modulo(value, by)
}

/** @returns the result as text; null if it is not a finite calculation of numbers and units */
export function calculate(expression: string): string | null {
  try {
    const tree = parse(expression)
    if (!isCalculation(tree)) return null
    const value: unknown = tree.evaluate()
    if (!isFinite(value)) return null
    const text = toText(value)
    return sameText(text, expression) ? null : text
  } catch {
    // Unparsable text and incompatible units are not calculations.
    return null
  }
}

/** Only numbers, units and known functions, with at least one operation. */
function isCalculation(tree: MathNode): boolean {
  let nodes = 0
  let steps = 0
  let fine = true
  tree.traverse(node => {
    nodes++
    if (!kinds.has(node.type) || nodes > nodesMax) fine = false
    else if (math.isOperatorNode(node)) {
      steps++
      fine &&= operators.has(node.fn) && (node.fn !== 'factorial' || isSmall(node.args[0]))
    } else if (math.isFunctionNode(node)) {
      steps++
      fine &&= functions.has(node.fn.name) && (node.fn.name !== 'factorial' || isSmall(node.args[0]))
    } else if (math.isSymbolNode(node)) {
      fine &&= constants.has(node.name) || functions.has(node.name) || units.isValuelessUnit(node.name)
    } else if (math.isConstantNode(node)) {
      fine &&= typeof node.value !== 'string' && typeof node.value !== 'boolean'
    }
  })
  return fine && steps > 0
}

/** A factorial loops over its argument: only a literal number is allowed. */
function isSmall(node: MathNode | undefined): boolean {
  const inner = node !== undefined && math.isParenthesisNode(node) ? node.content : node
  return inner !== undefined && math.isConstantNode(inner) && Number(inner.value) <= factorialMax
}

function isFinite(value: unknown): boolean {
  if (math.isBigNumber(value)) return value.isFinite()
  if (typeof value === 'number') return Number.isFinite(value)
  if (math.isComplex(value)) return Number.isFinite(value.re) && Number.isFinite(value.im)
  return math.isUnit(value) && isFinite(value.toJSON().value)
}

/** Integers in full, other numbers with significant digits. */
function toText(value: unknown): string {
  if (math.isBigNumber(value) && value.isInteger() && value.precision(true) <= wholeDigitsMax)
    return value.toFixed()
  return math.format(value, { precision: digitsShown, lowerExp: -9, upperExp: digitsShown })
}

/** `5 km` is not a calculation. */
function sameText(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, '')
  return plain(one) === plain(other)
}
