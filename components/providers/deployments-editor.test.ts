import { expect, test } from 'vitest'
import { modelPatchSchema } from '#lib/contracts/console/providers.ts'
import { toDeploymentDrafts, toDeployments } from './deployments-editor.tsx'

const plain = { provider: 'first', upstream: 'a', weight: 1, tier: 0 }
const limited = { ...plain, upstream: 'b', weight: 3, max_parallel: 8, price_of: 'openai/gpt-4o' }

test('deployments that were not edited stay as they are saved', () => {
  const saved = [plain, limited]

  expect(toDeployments(toDeploymentDrafts(saved))).toEqual(saved)
  expect(JSON.stringify(toDeployments(toDeploymentDrafts(saved)))).toBe(JSON.stringify(saved))
})

test('an emptied limit and price are left out, and the contract accepts the rest', () => {
  const [draft] = toDeploymentDrafts([limited])
  if (draft === undefined) throw new Error('There is no draft.')
  const deployments = toDeployments([
    { ...draft, upstream: ' b ', weight: null, maxParallel: null, priceOf: ' ' },
  ])

  expect(deployments).toEqual([{ ...plain, upstream: 'b' }])
  expect(modelPatchSchema.parse({ model: 'm', deployments }).deployments).toEqual(deployments)
})

test.each([0, 1.5])('the contract refuses a limit of %s', max_parallel => {
  const deployments = [{ ...plain, max_parallel }]

  expect(modelPatchSchema.safeParse({ model: 'm', deployments }).error?.issues[0]?.path).toEqual([
    'deployments',
    0,
    'max_parallel',
  ])
})
