'use client'

import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { useMemo, useState } from 'react'
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
const listStep = 100

/** One line of the report; the rows found can be selected and shown on the map. */
function HealthFinding({ finding }: { finding: Finding }) {
  const { title, advice, weight, groups, note } = finding
  const { store } = useViewer()
  const [shownMax, setShownMax] = useState(listedMax)
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
            <ul className="mt-1.5 flex flex-col gap-1.5 text-xs">
              {groups.slice(0, shownMax).map(group => (
                <FoundTexts key={group.rows.join()} group={group} />
              ))}
            </ul>
            <div className="mt-1 flex gap-4">
              <Button
                variant="link"
                className="px-0 text-xs"
                onClick={() =>
                  store.update(state =>
                    selectRows(
                      state,
                      groups.flatMap(({ rows }) => rows),
                      'replace',
                    ),
                  )
                }
              >
                Select {groups.length > listedMax ? 'all' : 'them'}
              </Button>
              {groups.length > shownMax && (
                <Button
                  variant="link"
                  className="px-0 text-xs"
                  onClick={() => setShownMax(shownMax === listedMax ? listStep : shownMax + listStep)}
                >
                  Show{' '}
                  {formatCount(
                    Math.min(groups.length, shownMax === listedMax ? listStep : shownMax + listStep),
                  )}{' '}
                  of {formatCount(groups.length)}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </li>
  )
}

// Enough to recognize a text.
const textsMax = 5
const lettersMax = 400

/** The texts of a group, one below the other, so that a pair can be compared. */
function FoundTexts({ group: { rows, similarity } }: { group: FoundGroup }) {
  const texts = useViewerState(state => state.shown?.rows)
  return (
    <li className="flex gap-3 border-l-2 border-line pl-2">
      <ul className="min-w-0 flex-1">
        {rows.slice(0, textsMax).map(row => (
          <li key={row} className="line-clamp-2 break-words">
            {texts?.[row]?.text.slice(0, lettersMax) ?? ''}
          </li>
        ))}
        {rows.length > textsMax && <li className="text-muted">{formatCount(rows.length - textsMax)} more</li>}
      </ul>
      {similarity !== null && <span className="text-muted tabular-nums">{similarity.toFixed(3)}</span>}
    </li>
  )
}

interface FoundGroup {
  readonly rows: readonly number[]
  /** Null: not compared. */
  readonly similarity: number | null
}

/** One check and the rows it found. */
interface Finding {
  readonly title: string
  /** Explanation, if there are any. */
  readonly advice: string
  /** `bad`: unusable vectors; `notice`: worth checking. */
  readonly weight: 'bad' | 'notice'
  readonly groups: readonly FoundGroup[]
  readonly note?: string
}

function healthFindings(health: VectorHealth, windowTokens: number | null): readonly Finding[] {
  const sample = health.nearSample
  const pairs = health.nearDuplicates.map(({ first, second, similarity }) => ({
    rows: [first, second],
    similarity,
  }))
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
    notice('Duplicate text', 'Duplicates count twice in every statistic.', toGroups(health.duplicateTexts)),
    notice(
      'Same vector, different text',
      'The model does not distinguish these texts.',
      toGroups(health.duplicateVectors),
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

function single(rows: readonly number[]): readonly FoundGroup[] {
  return toGroups(rows.map(row => [row]))
}

function toGroups(groups: readonly (readonly number[])[]): readonly FoundGroup[] {
  return groups.map(rows => ({ rows, similarity: null }))
}
