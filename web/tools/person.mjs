/** The people of the contact sheets: one device each, whose screen is taken as a picture. */

export const devices = {
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
  landscape: { width: 844, height: 390 },
  tablet: { width: 1180, height: 820 },
  laptop: { width: 1440, height: 900 },
  upright: { width: 820, height: 1180 },
  tv: { width: 1920, height: 1080 },
};

/** One person's device; pictures are taken by name. */
export class Person {
  static async arrive(browser, url, device, { colours = 'table', vision, locale = 'en-GB' } = {}) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: devices[device],
      deviceScaleFactor: devices[device].width > 844 ? 1 : 2,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      locale,
    });
    const page = await context.newPage();
    await page.addInitScript((pin) => localStorage.setItem('parlour.colours', pin), colours);
    if (vision) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setEmulatedVisionDeficiency', { type: vision });
    }
    return Object.assign(new Person(), { page, device });
  }

  button(name) {
    return this.page.getByRole('button', { name });
  }

  /** Closes whatever lies over the page, also a sheet that another one opened. */
  async closeSheets() {
    const open = this.page.locator('dialog[open]');
    for (let tries = 0; tries < 20 && (await open.count()) > 0; tries++) {
      await this.page.keyboard.press('Escape');
      await this.page.waitForTimeout(150);
    }
  }

  async picture(sheet, label) {
    await this.page.waitForTimeout(450);
    const png = await this.page.screenshot();
    sheet.push({ label, png, width: devices[this.device].width });
  }
}
