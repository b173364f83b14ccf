import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export const inputStyle =
  'control w-full min-w-0 rounded-md border border-control bg-surface px-2 text-text aria-invalid:border-bad disabled:opacity-55 outline-offset-0'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classNames(inputStyle, className)} {...props} />
}
