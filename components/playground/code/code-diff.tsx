'use client'
import { useState } from 'react'
import { Select } from '#components/ui/form/select.tsx'
import { toBody } from '#components/playground/form/model/draft.ts'
import { capabilities } from '#lib/contracts/api/capabilities.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { type Flavour, flavourFor, toSnippet } from '#lib/snippets/to-snippet.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { useHistoryList } from '#components/playground/history/use-history-list.ts'
import { WordDiff } from '#components/playground/run/word-diff.tsx'

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const shownMax = 20

/** Diff between this snippet and the one of an earlier run in the history. */
export function CodeDiff({
  historyOf,
  contract,
  flavour,
  handlesErrors,
  code,
}: {
  historyOf: string
  contract: ContractInfo
  flavour: Flavour
  handlesErrors: boolean
  code: string
}) {
  const { baseUrl } = useApi()
  const { history, summaries } = useHistoryList(historyOf, '')
  const [earlier, setEarlier] = useState<{ id: string; contract: string; path: string; body: string } | null>(
    null,
  )
  if (summaries.length === 0)
    return <p className="text-xs text-muted">No runs in this browser yet. Run something first.</p>
  const choose = async (id: string) => {
    const entry = await history?.get(id)
    if (!entry) return
    const { path, body } = entry.runs.at(-1)?.request ?? { path: contract.path, body: toBody(entry.draft) }
    setEarlier({ id, contract: contractOf(path) ?? contract.id, path, body })
  }
  return (
    <section aria-label="Diff against an earlier run" className="flex flex-col gap-2">
      <Select
        label="Earlier run"
        className="w-full"
        placeholder="Select a run"
        value={earlier?.id ?? null}
        choices={summaries.slice(0, shownMax).map(({ id, name, title, createdAt }) => ({
          value: id,
          label: `${time.format(createdAt)} · ${name ?? title}`,
        }))}
        onChange={id => void choose(id)}
      />
      {earlier && (
        <pre className="rounded-lg border border-line bg-sunken px-3 py-2.5 leading-5 wrap-anywhere whitespace-pre-wrap dark:bg-raised">
          <WordDiff
            before={
              toSnippet(
                { contract: earlier.contract, baseUrl, path: earlier.path, body: earlier.body },
                { flavour: flavourFor(earlier.contract, flavour), handlesErrors },
              ).code
            }
            after={code}
            whenEmpty="Both are empty"
            whenSame="No differences"
          />
        </pre>
      )}
    </section>
  )
}

/** A playground may send its requests in several API formats, each with a contract of its own. */
function contractOf(path: string): string | undefined {
  const routes = Object.values(capabilities).flatMap(each => Object.entries(each.routes))
  return routes.find(([, address]) => address === path)?.[0]
}
