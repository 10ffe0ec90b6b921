"""A browser and a server for each test: headless Chromium at the width of a telephone or of a desk, and
the real binary in a home of its own."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
PHONE = (390, 844)
DESK = (1280, 900)
# how long something may take before it counts as never; nothing waits that long where all is well
PATIENCE = 30
CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
DRIVER = shutil.which("chromedriver")


def binary():
    """The binary that was built."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return os.environ.get("SWEALOG", str(target / "debug" / "swealog"))


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Home:
    """A home with notes in it, and the server that shows it."""

    def __init__(self, now="2026-11-21T10:30"):
        self.folder = Path(tempfile.mkdtemp(prefix="browser-"))
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"
        self.server = None
        self.now = now

    def environment(self):
        own = {"SWEALOG_HOME": str(self.folder / "home"), "HOME": str(self.folder), "LANG": "C.UTF-8"}
        if self.now:
            own["SWEALOG_NOW"] = self.now
        return {"PATH": os.environ["PATH"], **own}

    def run(self, *args):
        done = subprocess.run([binary(), *args], env=self.environment(), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def note(self, *texts):
        for text in texts:
            self.run("log", text)

    def serve(self, *args):
        command = [binary(), "serve", "--port", str(self.port), *args]
        self.server = subprocess.Popen(
            command, env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = self.server.stdout.readline()
        assert "Listening" in said, said
        return self

    def stop(self):
        if self.server:
            self.server.terminate()
            self.server.wait()
            self.server.stdout.close()
            self.server = None

    def end(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def browser(size, language="en", dark=False, scripts=True):
    options = Options()
    options.binary_location = CHROMIUM
    for flag in ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                 "--disable-background-networking", "--disable-component-update", "--disable-sync",
                 "--disable-dev-shm-usage", "--hide-scrollbars",
                 f"--user-data-dir={tempfile.mkdtemp(prefix='chromium-')}"]:
        options.add_argument(flag)
    wanted = {"intl.accept_languages": {"en": "en-US,en", "ko": "ko-KR,ko,en"}[language]}
    if not scripts:
        wanted["profile.managed_default_content_settings.javascript"] = 2
    options.add_experimental_option("prefs", wanted)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    wide, high = size
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": wide, "height": high, "deviceScaleFactor": 1 if wide > 600 else 2,
        "mobile": wide < 600})
    if dark:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return driver


class Page:
    """What a person does with a page."""

    def __init__(self, driver, home):
        self.driver, self.home = driver, home

    def open(self, path="/"):
        self.driver.get(self.home.address + path)
        return self

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css):
        return self.until(lambda: next(iter(self.all(css)), None), css)

    def text(self, css="main"):
        return self.one(css).text

    def until(self, holds, what="it"):
        return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(
            lambda _: self.tried(holds), f"never: {what}\n{self.driver.current_url}")

    @staticmethod
    def tried(holds):
        from selenium.common.exceptions import StaleElementReferenceException
        try:
            return holds()
        except StaleElementReferenceException:
            return None

    def sees(self, words, css="main"):
        self.until(lambda: words in self.text(css), words)
        return self

    def say(self, text):
        box = self.one(".box textarea")
        box.clear()
        box.send_keys(text)
        self.one(".box button").click()

    def press(self, words, within="body"):
        found = self.until(
            lambda: next((b for b in self.all(f"{within} :is(button, a, summary)") if b.text == words), None), words)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", found)
        found.click()
        return self

    def choose(self, name, words):
        """Chooses in a list by what a person reads there."""
        Select(self.driver.find_element(By.NAME, name)).select_by_visible_text(words)

    def chosen(self, name):
        return Select(self.driver.find_element(By.NAME, name)).first_selected_option.text

    def shot(self, name):
        """A picture of the whole page, where a folder for them is named."""
        folder = os.environ.get("SHOTS")
        if not folder:
            return
        size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        view = self.driver.execute_script("return [innerWidth, innerHeight]")
        import base64
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": size["height"] > view[1] and view[0] > 600})
        os.makedirs(folder, exist_ok=True)
        Path(folder, name + ".png").write_bytes(base64.b64decode(data["data"]))


@contextlib.contextmanager
def page(home, size, **how):
    driver = browser(size, **how)
    try:
        yield Page(driver, home)
    finally:
        driver.quit()
