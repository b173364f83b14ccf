import type { Store } from '#lib/store/core/store.ts'

type OnAnswered = (operation: string, ms: number) => void

/** The same store; `onAnswered` gets the time of each operation, such as `keys.findByHash`. */
export function timeStore(store: Store, onAnswered: OnAnswered): Store {
  return withReplaced(store, (name, part) =>
    typeof part === 'object' && part !== null ? timePart(name, part, onAnswered) : part,
  )
}

function timePart(name: string, part: object, onAnswered: OnAnswered): object {
  return withReplaced(part, (method, call) => {
    if (typeof call !== 'function') return call
    const operation = `${name}.${method}`
    return (...values: unknown[]): unknown => {
      const startedAt = performance.now()
      const answer: unknown = Reflect.apply(call, part, values)
      if (!(answer instanceof Promise)) return answer
      const report = () => onAnswered(operation, performance.now() - startedAt)
      answer.then(report, report)
      return answer
    }
  })
}

/** The same object with other values for its properties, each replaced once. */
function withReplaced<T extends object>(target: T, replace: (name: string, value: unknown) => unknown): T {
  const replaced = new Map<PropertyKey, { readonly from: unknown; readonly to: unknown }>()
  return new Proxy(target, {
    get(object, key): unknown {
      const from: unknown = Reflect.get(object, key)
      if (typeof key !== 'string') return from
      const known = replaced.get(key)
      if (known !== undefined && known.from === from) return known.to
      const to = replace(key, from)
      replaced.set(key, { from, to })
      return to
    },
  })
}
