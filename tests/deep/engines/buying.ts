import { expect, onTestFinished } from 'vitest';
import { BUNDLED, productOf } from '../../catalogue.ts';
import { openDownloads, pay, saveByButton, saveByLink, untilPaymentPage } from './purchase.ts';
import { BUY, COMPUTER, PHONE, type Walk, openAwake, openOn, untilAwake } from './walk.ts';
import { openWithoutScripts } from './without-scripts.ts';

export const buyBundleOnPhone: Walk = async (page, { site, stored }) => {
  await openAwake(page, PHONE, site);
  await page.click('form:has([value=bundle]) button');
  await pay(page);
  await openDownloads(page);
  await saveByButton(page, stored, BUNDLED);
  await saveByLink(page, stored, productOf('bundle').file_name);
};

export const buyGuideOnComputer: Walk = async (page, { site, stored }) => {
  await openOn(page, COMPUTER, site);
  await page.click('main a[href="/guide-1"]');
  await page.untilAt('/guide-1');
  await untilAwake(page);
  const tabs = await page.tabs();
  await page.click(BUY);
  await page.enterNewTab(tabs);
  await pay(page);
  const { file_name: fileName } = productOf('guide-1');
  await openDownloads(page);
  await saveByButton(page, stored, [fileName]);
  await saveByLink(page, stored, fileName);
};

export const pressAwake: Walk = async (page, { site }) => {
  await openAwake(page, COMPUTER, site);
  const tabs = await page.tabs();
  await page.click(BUY);
  await page.enterNewTab(tabs);
  await untilPaymentPage(page);
  expect(await page.tabs()).toHaveLength(2);
  await page.enter(tabs[0] ?? '');
  await page.untilToast('in a new tab');
  expect(await page.evaluate('location.pathname')).toBe('/');
};

export const pressAsleep: Walk = async (page, { site }) => {
  const held = await openWithoutScripts(site);
  onTestFinished(held.close);
  for (const screen of [PHONE, COMPUTER]) {
    await openOn(page, screen, held.site);
    await page.click(BUY);
    await untilPaymentPage(page);
    expect(await page.tabs()).toHaveLength(1);
  }
};

export const failToBuy: Walk = async (page, { site, setFaults }) => {
  for (const screen of [PHONE, COMPUTER]) {
    await setFaults({ api: { status: 500, times: 10 } });
    await openAwake(page, screen, `${site}/guide-1`);
    const tabs = await page.tabs();
    await page.click(BUY);
    await page.untilToast('Payment error');
    await page.until(`!document.querySelector('${BUY}[aria-disabled=true]')`);
    await page.untilTabs(tabs);
    await setFaults({});
    await page.click(BUY);
    if (screen === COMPUTER) await page.enterNewTab(tabs);
    await untilPaymentPage(page);
  }
};
