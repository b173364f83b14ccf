/** The metrics of a gateway as Prometheus reads them. */
export interface ReadMetrics {
  readonly text: string
  /** The value of a series, written as in the text: `name{label="x"}`. */
  of(series: string): number | undefined
  /** Names of all families. */
  readonly names: ReadonlySet<string>
}

export async function readMetrics({ url, token }: { readonly url: string; readonly token: string }): Promise<ReadMetrics> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${text}`)
  const values = new Map(
    text.split('\n').map(line => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))] as const
    }),
  )
  return {
    text,
    of: series => values.get(series),
    names: new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name)),
  }
}
