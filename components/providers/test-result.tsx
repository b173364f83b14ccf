import { formatCountOf, formatMs } from '#lib/client/format.ts'
import type { ProviderProbe } from '#lib/contracts/console/providers.ts'
import { lacksModelList } from './provider-draft.ts'

const shownMax = 12

/** The response of a provider to a test request. */
export function TestResult({ name, probe }: { name: string; probe: ProviderProbe }) {
  if (!probe.ok) {
    return (
      <div className="rounded-md border border-bad px-3 py-2" role="alert">
        <p className="font-medium text-bad">
          {probe.status === null ? `${name} is unreachable` : `${name} returned ${probe.status}`}
        </p>
        <p className="break-words">{probe.reason}</p>
        {lacksModelList(probe) && (
          <p>Check the base URL. If the provider has no model list, enter its model IDs below.</p>
        )}
        <p className="text-xs text-muted">after {formatMs(probe.latency_ms)}</p>
      </div>
    )
  }
  const { models, models_total: total, hits, messages_api: messages, responses_api: responses } = probe
  return (
    <div className="rounded-md border border-line px-3 py-2" role="status">
      <p className="font-medium text-ok">
        {name} responded in {formatMs(probe.latency_ms)}
      </p>
      {messages && <FormatResult name="Messages API" result={messages} />}
      {responses && <FormatResult name="Responses API" result={responses} />}
      {hits !== null && <p>{formatCountOf(hits, 'result')} for a one-word search.</p>}
      {hits === null && (
        <>
          <p>
            {total === 0
              ? 'It lists no models. Enter its model IDs below.'
              : `It lists ${formatCountOf(total, 'model')}.`}
          </p>
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5 text-xs text-muted">
            {models.slice(0, shownMax).map(model => (
              <li key={model.id} className="break-all">
                <code>{model.id}</code> · {model.kind}
              </li>
            ))}
            {total > shownMax && <li>and {total - Math.min(shownMax, models.length)} more</li>}
          </ul>
        </>
      )}
    </div>
  )
}

type Result = NonNullable<Extract<ProviderProbe, { ok: true }>['messages_api']>

function FormatResult({ name, result }: { name: string; result: Result }) {
  if (result.ok) return <p>The {name} responded.</p>
  return (
    <p className="break-words text-bad">
      The {name} {result.status === null ? 'is unreachable' : `returned ${result.status}`}: {result.reason}
    </p>
  )
}
