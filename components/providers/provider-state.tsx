import { Day } from '#components/team/day.tsx'
import type { ProviderView } from '#lib/contracts/team/providers.ts'

/** Whether it is asked, and what went wrong last. */
export function ProviderState({ row: { enabled, problem, health } }: { row: ProviderView }) {
  if (!enabled) return <span className="text-muted">off</span>
  if (problem !== null) return <p className="max-w-80 text-bad">not in use: {problem}</p>
  if (health === null) return <span className="text-muted">–</span>
  const { needs_operator: refused, last_error: error, open_circuits: circuits } = health
  return (
    <div className="max-sm:inline-flex flex max-w-80 flex-col gap-0.5 max-sm:align-top">
      <p className={refused || circuits.length > 0 ? 'text-warn' : 'text-ok'}>
        {refused ? 'refuses our key' : circuits.length > 0 ? 'keeps failing' : 'in use'}
      </p>
      {circuits.map(circuit => (
        <p key={circuit.of} className="text-muted">
          {circuit.of} is tried again{' '}
          {circuit.wait_ms === 0 ? 'with the next call' : `in ${Math.ceil(circuit.wait_ms / 1000)} s`}
        </p>
      ))}
      {error && (
        <p className="wrap-anywhere text-muted">
          {error.over ? 'Answers again; last error' : 'Last error'} <Day time={error.at} />: {error.message}
        </p>
      )}
    </div>
  )
}
