/**
 * A GBNF expression as a regular expression, with its rules inlined. Recursive rules (any JSON value inside any
 * JSON value) are expanded three levels, which is enough for tests.
 */
export function toRegExp(expression: string, rules: ReadonlyMap<string, string> = new Map()): RegExp {
  return new RegExp(`^(?:${expand(expression, rules, new Map())})$`)
}

/** The root of a whole grammar. */
export function grammarToRegExp(grammar: string): RegExp {
  const rules = new Map(
    grammar.split('\n').map(line => {
      const [name = '', body = ''] = line.split(/ ::= (.*)/s)
      return [name, body] as const
    }),
  )
  return toRegExp(rules.get('root') ?? '', rules)
}

const depthMax = 3
const token = /"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{\d+,?\d*\}|[()|*?]|[a-z][a-z0-9-]*|\s+/g

function expand(expression: string, rules: ReadonlyMap<string, string>, depths: ReadonlyMap<string, number>): string {
  return expression.replace(token, piece => {
    if (piece.trim() === '') return ''
    if (piece.startsWith('"')) return escape(unquote(piece.slice(1, -1)))
    if (piece === '(') return '(?:'
    if (!/^[a-z]/.test(piece)) return piece
    const body = rules.get(piece)
    if (body === undefined) throw new Error(`the grammar has no rule ${piece}`)
    const depth = (depths.get(piece) ?? 0) + 1
    // An empty choice matches nothing.
    if (depth > depthMax) return '(?!)'
    return `(?:${expand(body, rules, new Map(depths).set(piece, depth))})`
  })
}

function unquote(text: string): string {
  return text.replace(/\\(.)/gs, (_all, character: string) => (character === 'n' ? '\n' : character))
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
