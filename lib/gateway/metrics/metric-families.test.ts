import { expect, test } from 'vitest'
import { MetricFamilies } from './metric-families.ts'

test('counters, histograms and gauges have Prometheus’ text format', async () => {
  const families = new MetricFamilies()
  const counter = families.counter({ name: 'a_total', help: 'A.', labels: ['x', 'y'] })
  counter.of('quo"te\\', '').add(2)
  const histogram = families.histogram({ name: 'b_seconds', help: 'B.', labels: ['x'] }, [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 7]) histogram.of('one').observe(value)
  families.gauge({ name: 'c', help: 'C.' }, () => 0.5)
  families.gauge({ name: 'd', help: 'D.', labels: ['x'] }, async () => [[['one'], Infinity]])

  expect(await families.print()).toBe(`# HELP a_total A.
# TYPE a_total counter
a_total{x="quo\\"te\\\\"} 2
# HELP b_seconds B.
# TYPE b_seconds histogram
b_seconds_bucket{x="one",le="0.1"} 2
b_seconds_bucket{x="one",le="1"} 3
b_seconds_bucket{x="one",le="+Inf"} 4
b_seconds_sum{x="one"} 7.65
b_seconds_count{x="one"} 4
# HELP c C.
# TYPE c gauge
c 0.5
# HELP d D.
# TYPE d gauge
d{x="one"} +Inf
`)
})

test('a gauge that cannot be read hides no other metric', async () => {
  const families = new MetricFamilies()
  families.gauge({ name: 'lost', help: 'Lost.' }, () => Promise.reject(new Error('away')))
  families.gauge({ name: 'here', help: 'Here.' }, () => 1)

  expect(await families.print()).toBe(
    '# HELP lost Lost.\n# TYPE lost gauge\n# HELP here Here.\n# TYPE here gauge\nhere 1\n',
  )
})

test('the series of a value of the first label are added to those of another', () => {
  const families = new MetricFamilies()
  const counter = families.counter({ name: 'a_total', help: 'A.', labels: ['x', 'y'] })
  counter.of('gone', '1').add()
  counter.of('gone', '2').add(2)
  counter.of('stays', 'gone').add(4)
  counter.of('other', '2').add(8)
  counter.merge('gone', 'other')

  expect(Array.from(counter, ([labels, { value }]) => [...labels, value])).toEqual([
    ['stays', 'gone', 4],
    ['other', '2', 10],
    ['other', '1', 1],
  ])
})
