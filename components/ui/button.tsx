import { Button as BaseButton } from '@base-ui/react/button'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export const buttonStyle = cva(
  'control inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border px-2.5 whitespace-nowrap select-none data-disabled:cursor-not-allowed data-disabled:opacity-55',
  {
    variants: {
      variant: {
        plain: 'border-transparent text-muted hover:bg-sunken hover:text-text data-pressed:text-text',
        line: 'border-line bg-panel text-text hover:border-control',
        go: 'border-transparent bg-accent font-medium text-on-accent hover:brightness-110',
        bad: 'border-bad bg-panel text-bad hover:bg-bad hover:text-panel',
        link: 'h-auto border-transparent px-0 text-accent underline-offset-2 hover:underline',
      },
      size: { normal: '', icon: 'w-7 px-0 coarse:w-10' },
    },
    defaultVariants: { variant: 'line', size: 'normal' },
  },
)

export type ButtonProps = Omit<ComponentProps<typeof BaseButton>, 'className'> &
  VariantProps<typeof buttonStyle> & { className?: string | undefined }

/** Says the act it does. `focusableWhenDisabled` keeps the focus where the user left it. */
export function Button({ variant, size, className, ...props }: ButtonProps) {
  return <BaseButton className={classNames(buttonStyle({ variant, size }), className)} {...props} />
}
