import { describe, expect, test } from 'vitest'
import { playgroundContracts } from '#lib/contracts/api/all-contracts.ts'
import { shapeOf } from './shape.ts'

// The contracts are too large to load for a snippet, so the shape lists what it needs of them.
describe.each(Object.entries(playgroundContracts))(
  'a program for %s',
  (contract, { event, examples, path }) => {
    const shapeOfBody = (body: object) =>
      shapeOf({ contract, baseUrl: 'http://127.0.0.1', path, body: JSON.stringify(body) })

    test('reads a stream if, and only if, the contract has events', () => {
      expect(shapeOfBody({ stream: true }).streams).toBe(event !== undefined)
    })

    test('finds the fields of the request, also in an envelope', () => {
      const shapes = examples.map(({ input }) => shapeOfBody(input))

      expect(shapes.map(({ asked }) => asked)).toEqual(shapes.map(({ body }) => body['params'] ?? body))
    })
  },
)
