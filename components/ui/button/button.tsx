import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from '#components/ui/class-names.ts'

const buttonStyle = cva(
  'control inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border px-2.5 whitespace-nowrap select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
  {
    variants: {
      variant: {
        plain: 'border-transparent text-muted hover:bg-sunken hover:text-text data-pressed:text-text',
        line: 'border-line bg-panel text-text hover:border-control',
        go: 'border-transparent bg-accent font-medium text-on-accent hover:brightness-110',
        bad: 'border-bad bg-panel text-bad hover:bg-bad hover:text-panel',
        link: 'h-auto border-transparent px-0 text-accent underline-offset-2 hover:underline',
      },
      size: { normal: '', icon: 'w-(--control-height) px-0' },
    },
    defaultVariants: { variant: 'line', size: 'normal' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyle> {
  className?: string | undefined
  /** Keeps a disabled button focusable, so that its tooltip can explain why it is disabled. */
  focusableWhenDisabled?: boolean
}

/** The label: a verb. */
export function Button({
  variant,
  size,
  className,
  disabled = false,
  focusableWhenDisabled = false,
  onClick,
  type = 'button',
  ...props
}: ButtonProps) {
  const soft = disabled && focusableWhenDisabled
  return (
    <button
      type={type}
      className={classNames(buttonStyle({ variant, size }), className)}
      disabled={disabled && !soft}
      aria-disabled={soft || undefined}
      // A button that is only aria-disabled would still submit its form.
      onClick={soft ? event => event.preventDefault() : onClick}
      {...props}
    />
  )
}
