#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "fence/inspect.h"

namespace npuspec::fence {

namespace {

constexpr int kMargin = 16;
constexpr int kWidth = 640;  // of a segment's ground
constexpr int kBox = 26;     // height of an operator
constexpr int kGap = 8;
constexpr int kLine = 16;           // height of a line of text
constexpr int kHead = 20;           // of a segment's title
constexpr std::size_t kShown = 72;  // characters of a name; the whole of it is in the title that a pointer shows

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20)
      out += ' ';  // XML has no way to write most of them
    else
      out += c;
  }
  return out;
}

// Its end tells more than its beginning.
std::string shortened(std::string_view name) {
  if (name.size() <= kShown) return std::string(name);
  std::size_t from = name.size() - kShown;
  while (from < name.size() && (static_cast<unsigned char>(name[from]) & 0xC0) == 0x80) ++from;
  return "..." + std::string(name.substr(from));
}

std::string shown(const TensorView& tensor) {
  std::string name = tensor.name.empty() ? "tensor " + std::to_string(tensor.index) : shortened(tensor.name);
  return name + "  " + tensor.type + (tensor.shape.empty() ? "" : " " + tensor.shape);
}

class Page {
 public:
  explicit Page(const Inspection& model) : model_(model) {}

  void text(int x, int y, const char* style, const std::string& words, const std::string& title = {}) {
    body_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" class=\"" + style + "\">";
    if (!title.empty()) body_ += "<title>" + escaped(title) + "</title>";
    body_ += escaped(words) + "</text>\n";
  }

  void rectangle(std::string& into, int x, int y, int width, int height, const char* style) {
    into += "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" + std::to_string(width) +
            "\" height=\"" + std::to_string(height) + "\" rx=\"4\" class=\"" + style + "\"/>\n";
  }

  void begin_segment() {
    top_ = y_;
    text(kMargin + 8, y_ + 15, "head", "segment " + std::to_string(segment_++));
    y_ += kHead;
  }

  void end_segment() {
    y_ += kGap;
    rectangle(grounds_, kMargin, top_, kWidth, y_ - top_, "segment");
  }

  void box(const OperatorView& op) {
    rectangle(body_, kMargin + 8, y_, kWidth - 16, kBox, "operator");
    std::string words = std::to_string(op.index) + "  " + (op.custom_code.empty() ? op.opcode : op.custom_code);
    if (!op.outputs.empty()) words += "  " + shown(op.outputs.front());
    text(kMargin + 16, y_ + 18, "label", words, op.outputs.empty() ? "" : op.outputs.front().name);
    y_ += kBox + kGap / 2;
  }

  void cut(const std::string& words, const std::vector<TensorView>& crossing) {
    end_segment();
    y_ += kGap + kLine;
    text(kMargin, y_ - 4, "cut", words);
    body_ += "<line x1=\"" + std::to_string(kMargin) + "\" y1=\"" + std::to_string(y_) + "\" x2=\"" +
             std::to_string(kMargin + kWidth) + "\" y2=\"" + std::to_string(y_) + "\" class=\"cut\"/>\n";
    for (const TensorView& tensor : crossing) {
      y_ += kLine;
      text(kMargin + 16, y_, "name", shown(tensor), tensor.name);
    }
    y_ += 2 * kGap;
    begin_segment();
  }

  std::string finish() {
    end_segment();
    const std::string width = std::to_string(kWidth + 2 * kMargin);
    const std::string height = std::to_string(y_ + kMargin);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
           "\" viewBox=\"0 0 " + width + " " + height +
           "\">\n<style>\n"
           "text { font: 12px sans-serif; fill: #222 }\n"
           ".title { font-weight: bold; font-size: 14px }\n"
           ".head { fill: #555 }\n"
           ".name { fill: #a40000 }\n"
           "text.cut { fill: #a40000; font-weight: bold }\n"
           "line.cut { stroke: #a40000; stroke-width: 2; stroke-dasharray: 8 4 }\n"
           ".segment { fill: #eef3f8; stroke: #b8c6d4 }\n"
           ".operator { fill: #fff; stroke: #8aa0b4 }\n"
           "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" +
           grounds_ + body_ + "</svg>\n";
  }

  void title() {
    text(kMargin, y_ + 14, "title", model_.name);
    y_ += kHead + kGap;
  }

 private:
  const Inspection& model_;
  int y_ = kMargin;
  int top_ = 0;
  int segment_ = 0;
  std::string grounds_;  // beneath all else
  std::string body_;
};

}  // namespace

std::string draw(const Inspection& model, const std::vector<std::uint32_t>& cuts) {
  Page page(model);
  page.title();
  page.begin_segment();
  for (const OperatorView& op : model.operators) {
    if (op.is_fence) {
      page.cut("fence, operator " + std::to_string(op.index), op.outputs);
      continue;
    }
    page.box(op);
    if (std::binary_search(cuts.begin(), cuts.end(), op.index)) {
      page.cut("cut after operator " + std::to_string(op.index), op.crossing);
    }
  }
  return page.finish();
}

}  // namespace npuspec::fence
