const MOBILE_MAX_WIDTH = 768;
const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|Opera Mini|IEMobile/i;

/** Whether checkout should stay in this tab. Width in CSS pixels. */
export function isMobile(width: number, userAgent: string): boolean {
  return width <= MOBILE_MAX_WIDTH || MOBILE_AGENT.test(userAgent);
}
