import type { Choice } from '#components/ui/form/segmented.tsx'

/** A choice whose values are a few known ones. */
export type TabChoice<Value extends string> = Choice & { readonly value: Value }

/** Tells of a choice what tabs report of anything. */
export function toChoice<Value extends string>(
  choices: readonly TabChoice<Value>[],
  onChange: (value: Value) => void,
): (chosen: unknown) => void {
  return chosen => {
    const choice = choices.find(each => each.value === chosen)
    if (choice) onChange(choice.value)
  }
}
