import type { SearchBackend } from './search-backend.ts'
import { createCalculatorSeat } from './calculator-seat.ts'
import { toExpression } from './to-expression.ts'

/** Calculates and converts on this machine; a query that is no calculation has no answer. */
export function createCalculator(resultPage: (query: string) => string): SearchBackend {
  const seat = createCalculatorSeat()
  return {
    id: 'calculator',
    async search({ query, signal }) {
      const expression = toExpression(query)
      if (expression === null) return { documents: [] }
      const result = await seat.calculate(expression, signal)
      if (result === null) return { documents: [] }
      const content = `${expression} = ${result}`
      return { documents: [], answers: [{ title: query, url: resultPage(query), content }] }
    },
  }
}
