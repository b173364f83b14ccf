'use client'

import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { useMemo } from 'react'
import { useModel } from '#components/playground/form/use-model.ts'
import { formatCount } from '#lib/client/format.ts'
import { Computing } from './computing.tsx'
import { analysisSeed } from './state/analyse-column.ts'
import type { ModelColumn } from './state/viewer-state.ts'
import { useComputed } from './use-computed.ts'
import { useViewerState, useViewer } from './viewer-context.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { selectRows } from './state/select-rows.ts'
import { nearDuplicateSimilarity, type VectorHealth } from './model/health.ts'

const noColumns: readonly ModelColumn[] = []

/** Known problems of the vectors, to judge how reliable a layout is. */
export function HealthView() {
  const columns = useViewerState(state => state.shown?.columns ?? noColumns)
  return (
    <ScrollRegion label="Health" className="scroll h-full -outline-offset-2">
      <div className="flex max-w-[86ch] flex-col gap-6 px-4 py-4 max-sm:px-3">
        {columns.map(column => (
          <ColumnHealth key={column.set} column={column} titled={columns.length > 1} />
        ))}
      </div>
    </ScrollRegion>
  )
}

function ColumnHealth({ column, titled }: { column: ModelColumn; titled: boolean }) {
  const { set, model, pca } = column
  const known = useModel(model)
  const windowTokens = known?.context_window ?? null
  const loaded = pca.state === 'done' || pca.state === 'failed'
  const input = useMemo(
    () => (loaded ? { set, windowTokens, seed: analysisSeed } : null),
    [loaded, set, windowTokens],
  )
  const health = useComputed('health', input)
  return (
    <section aria-label={`Health of ${model}`} className="flex flex-col gap-3">
      {titled && <h3 className="font-medium">{model}</h3>}
      {health.state !== 'done' && <Computing label="Checking vectors" now={health} />}
      {health.state === 'done' && (
        <>
          <p className="text-muted">
            {formatCount(health.result.rows)} texts, {formatCount(health.result.dimensions)} dimensions
            {health.result.norms &&
              `, lengths ${health.result.norms.min.toFixed(3)} to ${health.result.norms.max.toFixed(3)}, ${
                health.result.norms.unit === health.result.rows - health.result.missing.length
                  ? 'all'
                  : formatCount(health.result.norms.unit)
              } of length 1`}
          </p>
          <ul className="flex flex-col gap-2">
            {healthFindings(health.result, windowTokens).map(finding => (
              <HealthFinding key={finding.title} finding={finding} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const listedMax = 3

/** One line of the report; the rows found can be selected and shown on the map. */
function HealthFinding({ finding }: { finding: Finding }) {
  const { title, advice, weight, groups, note } = finding
  const { store } = useViewer()
  const rows = useViewerState(state => state.shown?.rows)
  const clean = groups.length === 0
  const Icon = clean ? CircleCheck : CircleAlert
  return (
    <li className="flex gap-2.5 rounded-lg border border-line bg-card px-3 py-2">
      <Icon
        size={16}
        aria-hidden
        className={`mt-0.5 ${clean ? 'text-ok' : weight === 'bad' ? 'text-bad' : 'text-warn'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="font-medium">{title}</span>
          <span className={clean ? 'text-muted' : ''}>{clean ? 'none' : formatCount(groups.length)}</span>
        </p>
        {(note ?? (!clean && advice)) && <p className="text-xs text-muted">{note ?? advice}</p>}
        {!clean && (
          <>
            <ul className="mt-1 text-xs">
              {groups.slice(0, listedMax).map(group => (
                <li key={group.join()} className="truncate">
                  {group.map(row => rows?.[row]?.text ?? '').join('  =  ')}
                </li>
              ))}
            </ul>
            <Button
              variant="link"
              className="mt-1 text-xs"
              onClick={() => store.update(state => selectRows(state, groups.flat(), 'replace'))}
            >
              Select {groups.length > listedMax ? 'all' : 'them'}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

/** One check and the rows it found. */
interface Finding {
  readonly title: string
  /** Explanation, if there are any. */
  readonly advice: string
  /** `bad`: unusable vectors; `notice`: worth checking. */
  readonly weight: 'bad' | 'notice'
  readonly groups: readonly (readonly number[])[]
  readonly note?: string
}

function healthFindings(health: VectorHealth, windowTokens: number | null): readonly Finding[] {
  const sample = health.nearSample
  const pairs = health.nearDuplicates.map(({ first, second }) => [first, second])
  return [
    bad(
      'Missing vector',
      'The request failed or was stopped. Embed the remaining texts.',
      single(health.missing),
    ),
    bad(
      'NaN values',
      'The vector has values that are not numbers, which breaks a search.',
      single(health.notFinite),
    ),
    bad('Zero vector', 'A zero vector has no nearest neighbors.', single(health.zero)),
    notice('Whitespace only', 'The text has no content to embed.', single(health.emptyTexts)),
    {
      ...notice(
        'Probably truncated',
        windowTokens === null ? '' : `Estimated to exceed the context window of ${windowTokens} tokens.`,
        single(health.cutTexts),
      ),
      ...(windowTokens === null && { note: 'The context window of this model is unknown.' }),
    },
    notice('Duplicate text', 'Duplicates count twice in every statistic.', health.duplicateTexts),
    notice(
      'Same vector, different text',
      'The model does not distinguish these texts.',
      health.duplicateVectors,
    ),
    {
      ...notice('Near duplicates', `Similarity above ${nearDuplicateSimilarity}.`, pairs),
      ...(sample && { note: `Checked ${sample.size} of ${sample.of} texts, seed ${sample.seed}.` }),
    },
  ]
}

function bad(title: string, advice: string, groups: Finding['groups']): Finding {
  return { title, advice, weight: 'bad', groups }
}

function notice(title: string, advice: string, groups: Finding['groups']): Finding {
  return { title, advice, weight: 'notice', groups }
}

function single(rows: readonly number[]): readonly (readonly number[])[] {
  return rows.map(row => [row])
}
