import { expect, test } from 'vitest'
import { emptySite, growSite } from '#components/map/model/tree/site.ts'
import { toNodeHeat } from './node-heat.ts'

test('a folder has the mean heat of the known values below it; unknown is NaN', () => {
  const link = (path: string, depth: number | null) => ({
    url: `https://a.example/${path}`,
    source: null,
    depth,
    lastmod: null,
    title: null,
  })
  const site = growSite(emptySite(), [link('x/1', 2), link('x/2', 6), link('x/3', null), link('y', null)])
  const heat = toNodeHeat(site, 'depth', 0)
  expect(heat[site.tree.find(['a.example', 'x'])]).toBe(0.5)
  expect(heat[site.tree.find(['a.example', 'y'])]).toBeNaN()
  expect(toNodeHeat(site, 'age', 0)[site.tree.find(['a.example'])]).toBeNaN()
})
