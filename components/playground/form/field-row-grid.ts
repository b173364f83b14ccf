/** Name, control and reset button of a field in one row. */
export const fieldRowGrid =
  'grid grid-cols-[136px_minmax(0,1fr)_28px] items-center gap-x-2 max-sm:grid-cols-[120px_minmax(0,1fr)_28px]'
