import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

// WCAG 1.4.11 needs 3:1 contrast on one edge only: the bottom border has it, the others stay light.
export const inputStyle =
  'control w-full min-w-0 rounded-md border border-line border-b-control bg-surface px-2 text-text aria-invalid:border-bad disabled:opacity-55 outline-offset-0'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classNames(inputStyle, className)} {...props} />
}
