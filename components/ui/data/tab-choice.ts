import type { Choice } from '#components/ui/form/segmented.tsx'

/** A choice with a fixed set of values. */
export type TabChoice<Value extends string> = Choice & { readonly value: Value }

/** Narrows the untyped value of a tab change to a choice. */
export function toChoice<Value extends string>(
  choices: readonly TabChoice<Value>[],
  onChange: (value: Value) => void,
): (chosen: unknown) => void {
  return chosen => {
    const choice = choices.find(each => each.value === chosen)
    if (choice) onChange(choice.value)
  }
}
