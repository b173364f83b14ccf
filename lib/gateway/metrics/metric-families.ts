// Prometheus' text format. A series is resolved once, and an observation is an addition: the library that reads the
// values of the process resolves labels with every observation, which takes longer than all the rest.

interface Mergeable {
  merge(other: this): void
}

/** One series of a counter. */
export class Count implements Mergeable {
  value = 0

  add(amount = 1): void {
    this.value += amount
  }

  merge({ value }: Count): void {
    this.value += value
  }
}

/** One series of a histogram. */
export class Distribution implements Mergeable {
  readonly #bounds: readonly number[]
  /** Per bucket, without the smaller ones; the last bucket has no bound. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(value: number): void {
    const bounds = this.#bounds
    let bucket = 0
    while (bucket < bounds.length && value > (bounds[bucket] ?? Infinity)) bucket++
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.sum += value
  }

  merge({ counts, sum }: Distribution): void {
    for (const [bucket, count] of counts.entries()) this.counts[bucket] = (this.counts[bucket] ?? 0) + count
    this.sum += sum
  }
}

/** All series of one name. */
export class Family<Series extends Mergeable> implements Iterable<
  readonly [labels: readonly string[], series: Series]
> {
  readonly #series = new Map<string, { readonly labels: readonly string[]; readonly series: Series }>()
  readonly #create: () => Series

  constructor(create: () => Series) {
    this.#create = create
  }

  /** @param labels values in the order of the names */
  of(...labels: readonly string[]): Series {
    const key = labels.join('\n')
    const known = this.#series.get(key)
    if (known !== undefined) return known.series
    const series = this.#create()
    this.#series.set(key, { labels, series })
    return series
  }

  get size(): number {
    return this.#series.size
  }

  /** Ends the series with this value of the first label, and adds them to those with the other value. */
  merge(label: string, into: string): void {
    if (label === into) return
    for (const [key, { labels, series }] of this.#series) {
      if (labels[0] !== label) continue
      this.#series.delete(key)
      this.of(into, ...labels.slice(1)).merge(series)
    }
  }

  *[Symbol.iterator](): Generator<readonly [labels: readonly string[], series: Series]> {
    for (const { labels, series } of this.#series.values()) yield [labels, series]
  }
}

export interface MetricName {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
}

/** The value of a gauge, or the values of its series. */
export type Reading = number | Iterable<readonly [labels: readonly string[], value: number]>

/** All metrics of a gateway. */
export class MetricFamilies {
  readonly #printers: (() => Promise<string>)[] = []
  readonly #beforePrint: (() => void)[] = []

  counter(metric: MetricName): Family<Count> {
    const family = new Family(() => new Count())
    this.#add(metric, 'counter', () =>
      Array.from(family, ([labels, { value }]) => toLine(metric.name, metric, labels, value)),
    )
    return family
  }

  histogram(metric: MetricName, bounds: readonly number[]): Family<Distribution> {
    const family = new Family(() => new Distribution(bounds))
    this.#add(metric, 'histogram', () =>
      Array.from(family).flatMap(([labels, series]) => toLines(metric, bounds, labels, series)),
    )
    return family
  }

  /** @param read called for each scrape; what it throws hides this metric alone */
  gauge(
    metric: MetricName,
    read: () => Reading | Promise<Reading>,
    type: 'gauge' | 'counter' = 'gauge',
  ): void {
    this.#add(metric, type, async () => {
      const reading = await readSafely(read)
      const values = typeof reading === 'number' ? [[[], reading] as const] : Array.from(reading)
      return values.map(([labels, value]) => toLine(metric.name, metric, labels, value))
    })
  }

  beforePrint(work: () => void): void {
    this.#beforePrint.push(work)
  }

  async print(): Promise<string> {
    for (const work of this.#beforePrint) work()
    return (await Promise.all(this.#printers.map(print => print()))).join('')
  }

  #add({ name, help }: MetricName, type: string, lines: () => string[] | Promise<string[]>): void {
    const head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
    this.#printers.push(async () => head + (await lines()).join(''))
  }
}

async function readSafely(read: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    return await read()
  } catch {
    return []
  }
}

function toLines(
  metric: MetricName,
  bounds: readonly number[],
  labels: readonly string[],
  { counts, sum }: Distribution,
): string[] {
  const { name, labels: names = [] } = metric
  const withBound = { labels: [...names, 'le'] }
  let count = 0
  const buckets = counts.map((added, index) => {
    count += added
    return toLine(`${name}_bucket`, withBound, [...labels, String(bounds[index] ?? '+Inf')], count)
  })
  return [
    ...buckets,
    toLine(`${name}_sum`, metric, labels, sum),
    toLine(`${name}_count`, metric, labels, count),
  ]
}

function toLine(
  name: string,
  { labels: names = [] }: Pick<MetricName, 'labels'>,
  labels: readonly string[],
  value: number,
): string {
  const pairs = names.flatMap((each, index) => {
    const label = labels[index] ?? ''
    return label === '' ? [] : `${each}="${escape(label)}"`
  })
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${toNumber(value)}\n`
}

function escape(label: string): string {
  return label
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}

function toNumber(value: number): string {
  if (value === Infinity) return '+Inf'
  return value === -Infinity ? '-Inf' : String(value)
}
