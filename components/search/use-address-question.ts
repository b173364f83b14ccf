'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { takeSearch } from '#components/playground/take-search.ts'
import { listCommands } from '#components/shell/commands.ts'
import { applyDraft, emptySearch, toSearchDraft, withQuestion } from '#lib/client/search/search-state.ts'
import { readRunsAtOnce } from './runs-at-once.ts'
import { useSearchStore } from './search-context.ts'

/** Fills in the question of `?q=` and leads to Run; it is asked at once only where the person wants that. */
export function useAddressQuestion(): void {
  const question = useSearchParams().get('q')
  const store = useSearchStore()

  const open = useEffectEvent((text: string) => {
    takeSearch('q')
    const { body } = toSearchDraft(emptySearch())
    store.open(applyDraft(emptySearch(), { contract: 'search', body: withQuestion(body, text) }))
    if (!readRunsAtOnce()) return document.querySelector<HTMLElement>('[data-run]')?.focus()
    // Once it is drawn: the act still belongs to what was here before.
    setTimeout(() =>
      listCommands()
        .find(({ id }) => id === 'run')
        ?.run(),
    )
  })

  useEffect(() => {
    if (question === null || question.trim() === '') return
    // After the session has brought back what this tab last showed: the address has the last word.
    const timer = setTimeout(() => open(question.trim().slice(0, 4000)))
    return () => clearTimeout(timer)
  }, [question])
}
