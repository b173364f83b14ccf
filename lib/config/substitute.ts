import { type Document, Scalar, visit } from 'yaml'
import type { Environment } from './read-environment.ts'

interface Substitution {
  readonly reads: ReadonlySet<string>
  readonly mistakes: readonly { offset: number; reason: string }[]
}

export const quoteAdvice = 'put a value with ${…} in quotes'

const reference = /\$\{([^}]*)\}/g

/** Puts variables in the place of `${NAME}`, in quoted values only: unquoted, YAML reads the braces as its own. */
export function substitute(document: Document.Parsed, environment: Environment): Substitution {
  const reads = new Set<string>()
  const mistakes: { offset: number; reason: string }[] = []

  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return
      const offset = node.range?.[0] ?? 0
      if (node.type !== Scalar.QUOTE_DOUBLE && node.type !== Scalar.QUOTE_SINGLE) {
        mistakes.push({ offset, reason: quoteAdvice })
        return
      }
      node.value = node.value.replace(reference, (_, name: string) => {
        reads.add(name)
        const value = environment[name]
        if (value) return value
        mistakes.push({ offset, reason: `the environment variable ${name} is not set` })
        return ''
      })
    },
  })

  return { reads, mistakes }
}
