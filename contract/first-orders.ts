/** Whether a trader has begun: what the checklist of the first run asks main. */
export interface FirstOrders {
  /** Whether the service took an order of this terminal on the window's deployment, ever. */
  readonly here: boolean
  /** The same of the practice venue. */
  readonly practice: boolean
}
