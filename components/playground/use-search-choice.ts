'use client'
import { useSearchParams } from 'next/navigation'

/** A small choice that lives in the address, such as `?tab=wire`; null while it is not there. */
export function useSearchChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): readonly [Choice | null, (choice: Choice) => void] {
  const given = useSearchParams().get(name)
  const choose = (choice: Choice) => {
    const url = new URL(location.href)
    url.searchParams.set(name, choice)
    // Next follows the history by itself; a choice of this kind is no step to go back from.
    history.replaceState(null, '', url)
  }
  return [choices.find(choice => choice === given) ?? null, choose]
}
