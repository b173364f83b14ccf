'use client'

import { useState } from 'react'
import { useMediaQuery } from '#components/ui/use-media-query.ts'
import { useSearchParams } from 'next/navigation'

const outTabs = ['result', 'wire', 'code'] as const
type OutTab = (typeof outTabs)[number]

export interface PlaygroundTab {
  /** Below 1100 px the request is a tab next to the others. */
  readonly narrow: boolean
  readonly requestShown: boolean
  readonly out: OutTab
  readonly show: (tab: string) => void
  readonly showRequest: () => void
  /** Switches from the request to the result; keeps HTTP or Code when visible. */
  readonly showResult: () => void
}

export function usePlaygroundTab(): PlaygroundTab {
  const [given, setGiven] = useSearchChoice('tab', outTabs)
  const [requestChosen, setRequestChosen] = useState<boolean | null>(null)
  const narrow = useMediaQuery('(max-width: 1099px)')
  const requestShown = requestChosen ?? given === null
  const show = (tab: string) => {
    setRequestChosen(tab === 'request')
    const out = outTabs.find(name => name === tab)
    if (out !== undefined) setGiven(out)
  }
  return {
    narrow,
    requestShown,
    out: given ?? 'result',
    show,
    showRequest: () => setRequestChosen(true),
    showResult: () => {
      if (narrow && requestShown) show('result')
    },
  }
}

/** A small selection stored in the URL, such as `?tab=wire`; null while absent. */
function useSearchChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): readonly [Choice | null, (choice: Choice) => void] {
  const given = useSearchParams().get(name)
  const choose = (choice: Choice) => {
    const url = new URL(location.href)
    url.searchParams.set(name, choice)
    // Next tracks the history itself, and a selection like this must not add a back step.
    history.replaceState(null, '', url)
  }
  return [choices.find(choice => choice === given) ?? null, choose]
}
