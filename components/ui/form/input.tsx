import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

export const inputStyle =
  'control w-full min-w-0 rounded-md border border-control bg-field px-2.5 text-text outline-offset-0 aria-invalid:border-bad disabled:opacity-55'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classNames(inputStyle, className)} {...props} />
}
